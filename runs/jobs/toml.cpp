#include "runs/jobs/toml.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <toml.hpp>

namespace diagc::integrate {

namespace {

/// The end of a text without what it begins with.
bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::uint32_t offset_of(const Source& source, std::uint32_t line, std::size_t column_in_bytes) {
  const std::string_view text = source.line(line);
  const auto begin = static_cast<std::size_t>(text.data() - source.text().data());
  return static_cast<std::uint32_t>(begin + std::min(column_in_bytes - 1, text.size()));
}

/// toml11 tells a mistake as a title and excerpts, the last of which is the place:
///     [error] toml::parse_table: invalid line format
///      --> job.toml
///        |
///      1 | x = 1 2
///        |       ^--- expected newline, but got '2'.
struct Mistake {
  std::string title, comment;
  std::uint32_t line = 1;
  std::size_t column = 1;
};

Mistake taken_apart(std::string_view what) {
  Mistake mistake;
  std::istringstream lines{std::string(what)};
  std::string line;
  std::getline(lines, line);
  std::string_view title = line;
  skip(title, "[error] ");
  if (title.starts_with("toml::")) {
    const std::size_t colon = title.find(": ");
    if (colon != title.npos) title.remove_prefix(colon + 2);
  }
  mistake.title = title;
  std::uint32_t number = 1;
  while (std::getline(lines, line)) {
    const std::size_t bar = line.find("| ");
    if (bar == line.npos) continue;
    const std::size_t digit = line.find_first_not_of(' ');
    if (digit < bar) {
      std::from_chars(line.data() + digit, line.data() + bar, number);
      continue;
    }
    const std::string_view under = std::string_view(line).substr(bar + 2);
    const std::size_t mark = under.find_first_of("^~");
    if (mark == under.npos) continue;
    mistake.line = number;
    mistake.column = mark + 1;
    const std::size_t comment = under.find_first_not_of("^~- ", mark);
    mistake.comment = comment == under.npos ? "" : under.substr(comment);
  }
  if (mistake.comment.ends_with('.')) mistake.comment.pop_back();
  if (mistake.title.ends_with('.')) mistake.title.pop_back();
  return mistake;
}

[[noreturn]] void throw_mistake(const Source& source, std::string_view what) {
  const Mistake mistake = taken_apart(what);
  const std::uint32_t at = offset_of(source, mistake.line, mistake.column);
  if (mistake.title.find("already exists") != std::string::npos) {
    const std::size_t quote = mistake.title.find('"');
    const std::string name =
        mistake.title.substr(quote + 1, mistake.title.find('"', quote + 1) - quote - 1);
    throw InputError(
        make_diagnostic(Code::duplicate, source, {at, at},
                        fmt::format("found {} a second time, expected every key and table once",
                                    diagc::quoted(name))));
  }
  throw InputError(make_diagnostic(Code::syntax, source, {at, at},
                                   fmt::format("found text that is not TOML: {}{}", mistake.title,
                                               mistake.comment.empty() || mistake.comment == "here"
                                                   ? ""
                                                   : " (" + mistake.comment + ")")));
}

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source) {}

  TomlValue read(const toml::value& from) {
    TomlValue value;
    value.at = span_of(from);
    switch (from.type()) {
      case toml::value_t::boolean:
        value.kind = TomlValue::Kind::flag;
        value.flag = from.as_boolean();
        break;
      case toml::value_t::integer:
        value.kind = TomlValue::Kind::integer;
        value.integer = from.as_integer();
        value.number = static_cast<double>(value.integer);
        check_integer(value);
        break;
      case toml::value_t::floating:
        value.kind = TomlValue::Kind::number;
        value.number = from.as_floating();
        break;
      case toml::value_t::string:
        value.kind = TomlValue::Kind::text;
        value.text = from.as_string().str;
        break;
      case toml::value_t::array:
        value.kind = TomlValue::Kind::list;
        for (const toml::value& item : from.as_array()) value.items.push_back(read(item));
        break;
      case toml::value_t::table:
        for (const auto& [key, item] : from.as_table()) {
          TomlValue& entry = value.items.emplace_back(read(item));
          entry.key = key;
          entry.key_at = key_span(key, entry);
        }
        std::sort(
            value.items.begin(), value.items.end(),
            [](const TomlValue& a, const TomlValue& b) { return a.key_at.begin < b.key_at.begin; });
        break;
      default:
        value.kind = TomlValue::Kind::time;
    }
    return value;
  }

 private:
  Span span_of(const toml::value& value) const {
    const toml::source_location place = value.location();
    const std::uint32_t begin = offset_of(source_, place.line(), place.column());
    return {begin, begin + place.region()};
  }

  /// toml11 does not see that an integer is too large.
  void check_integer(const TomlValue& value) const {
    std::string digits(source_.slice(value.at));
    std::erase(digits, '_');
    if (digits.starts_with('+')) digits.erase(0, 1);
    std::int64_t read = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
    if (error == std::errc::result_out_of_range) {
      throw InputError(
          make_diagnostic(Code::value, source_, value.at,
                          fmt::format("found {}, expected an integer below 2^63", digits)));
    }
  }

  /// toml11 keeps the places of values only. A key stands on the line of its value, in front of it, or in a table's header.
  Span key_span(const std::string& key, const TomlValue& value) const {
    const std::string_view text = source_.text();
    const bool has_header =
        value.kind == TomlValue::Kind::table && !text.substr(value.at.begin).starts_with('{');
    const std::size_t line = text.rfind('\n', value.at.begin == 0 ? 0 : value.at.begin - 1);
    const std::size_t from = line == text.npos || value.at.begin == 0 ? 0 : line + 1;
    const std::string_view window =
        text.substr(from, (has_header ? value.at.end : value.at.begin) - from);
    const auto is_of_key = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    };
    for (std::size_t at = window.rfind(key); at != window.npos && !key.empty();
         at = at == 0 ? window.npos : window.rfind(key, at - 1)) {
      const std::size_t end = at + key.size();
      if ((at > 0 && is_of_key(window[at - 1])) || (end < window.size() && is_of_key(window[end])))
        continue;
      return {static_cast<std::uint32_t>(from + at), static_cast<std::uint32_t>(from + end)};
    }
    return value.at;
  }

  const Source& source_;
};

/// toml11 recurses into brackets without bound.
void check_nesting(const Source& source) {
  constexpr int deepest = 100;
  int depth = 0;
  const std::string_view text = source.text();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '[' || text[at] == '{') ++depth;
    if ((text[at] == ']' || text[at] == '}') && depth > 0) --depth;
    if (depth > deepest) {
      const auto offset = static_cast<std::uint32_t>(at);
      throw InputError(make_diagnostic(
          Code::nesting, source, {offset, offset},
          fmt::format("found brackets {} deep, expected no more than {}", depth, deepest)));
    }
  }
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
  check_nesting(source);
  std::istringstream text{std::string(source.text())};
  toml::value root;
  try {
    root = toml::parse(text, source.path());
  } catch (const toml::syntax_error& error) {
    throw_mistake(source, error.what());
  } catch (const toml::exception& error) {
    throw_mistake(source, error.what());
  } catch (const std::exception& error) {
    // What toml11 stumbles over without knowing where: numbers out of range, characters that are none.
    throw InputError(make_diagnostic(Code::syntax, source, {0, 0},
                                     fmt::format("found text that is not TOML: {}", error.what())));
  }
  return Reader(source).read(root);
}

}  // namespace diagc::integrate
