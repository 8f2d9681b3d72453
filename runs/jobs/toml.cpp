#include "runs/jobs/toml.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

// As headers, in this file alone: no library has to travel with the program.
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// toml++ 3.3 asserts, or assumes where NDEBUG is defined, that a key begins as keys do, and then looks whether it does.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

namespace diagc::runs {

namespace {

/// toml++ counts lines and code points, both from 1.
std::uint32_t offset_of(const Source& source, toml::source_position position) {
  const std::string_view line = source.line(position.line);
  if (line.data() == nullptr) return static_cast<std::uint32_t>(source.text().size());
  std::size_t at = 0;
  for (std::uint32_t column = 1; column < position.column && at < line.size(); ++column) {
    ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0u) == 0x80) ++at;
  }
  return static_cast<std::uint32_t>(line.data() - source.text().data()) +
         static_cast<std::uint32_t>(at);
}

Span span_of(const Source& source, const toml::source_region& region) {
  const std::uint32_t begin = offset_of(source, region.begin);
  return {begin, std::max(begin, offset_of(source, region.end))};
}

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source) {}

  TomlValue read(const toml::node& from) const {
    TomlValue value;
    value.at = span_of(source_, from.source());
    if (const auto flag = from.as_boolean()) {
      value.kind = TomlValue::Kind::flag;
      value.flag = flag->get();
    } else if (const auto integer = from.as_integer()) {
      value.kind = TomlValue::Kind::integer;
      value.integer = integer->get();
      value.number = static_cast<double>(value.integer);
    } else if (const auto number = from.as_floating_point()) {
      value.kind = TomlValue::Kind::number;
      value.number = number->get();
    } else if (const auto text = from.as_string()) {
      value.kind = TomlValue::Kind::text;
      value.text = text->get();
    } else if (const auto list = from.as_array()) {
      value.kind = TomlValue::Kind::list;
      for (const toml::node& item : *list) value.items.push_back(read(item));
    } else if (const auto table = from.as_table()) {
      read_entries(*table, value.items);
    } else {
      value.kind = TomlValue::Kind::time;
    }
    return value;
  }

 private:
  void read_entries(const toml::table& table, std::vector<TomlValue>& entries) const {
    for (const auto& [key, item] : table) {
      TomlValue& entry = entries.emplace_back(read(item));
      entry.key = key.str();
      entry.key_at = span_of(source_, key.source());
    }
    std::sort(entries.begin(), entries.end(), [](const TomlValue& a, const TomlValue& b) {
      return a.key_at.begin < b.key_at.begin;
    });
  }

  const Source& source_;
};

/// "Error while parsing key-value pair: expected '=', saw '2'" stands in the middle of a sentence here.
std::string mistake(std::string_view description) {
  constexpr std::string_view prefix = "Error while parsing ";
  if (!description.starts_with(prefix)) return fmt::format(": {}", description);
  return fmt::format(", in a {}", description.substr(prefix.size()));
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const TomlValue& item) { return item.key == key; });
  return found == items.end() ? nullptr : &*found;
}

std::string to_string(const TomlValue& value) {
  switch (value.kind) {
    case TomlValue::Kind::flag:
      return value.flag ? "true" : "false";
    case TomlValue::Kind::integer:
      return fmt::format("{}", value.integer);
    case TomlValue::Kind::number:
      return fmt::format("{}", value.number);
    case TomlValue::Kind::text:
      return fmt::format("the text {}", diagc::quoted(value.text));
    case TomlValue::Kind::time:
      return "a date or time";
    case TomlValue::Kind::list:
      return value.items.empty() ? "an empty list"
                                 : fmt::format("a list of {}", value.items.size());
    case TomlValue::Kind::table:
      return "a table";
  }
  throw std::logic_error("to_string: no such kind of TOML value");
}

TomlValue parse_toml(const Source& source) {
  try {
    const toml::table root = toml::parse(source.text(), std::string_view(source.path()));
    return Reader(source).read(root);
  } catch (const toml::parse_error& error) {
    const std::uint32_t at = offset_of(source, error.source().begin);
    throw InputError(make_diagnostic(
        Code::syntax, source, {at, at},
        fmt::format("found text that is not TOML{}", mistake(error.description()))));
  }
}

}  // namespace diagc::runs
