#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runs/records/json.h"

namespace diagc::runs {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_axes = 16;  ///< of an array

const char* kind_of(const ordered_json& json) {
  switch (json.type()) {
    case ordered_json::value_t::null:
      return "null";
    case ordered_json::value_t::object:
      return "an object";
    case ordered_json::value_t::array:
      return "an array";
    case ordered_json::value_t::string:
      return "a string";
    case ordered_json::value_t::boolean:
      return "a boolean";
    default:
      return "a number";
  }
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  [[noreturn]] void fail(const std::string& where, const std::string& found,
                         const std::string& expected) const {
    throw std::runtime_error(
        fmt::format("{}: found {} at {}, expected {}", path_, found, where, expected));
  }

  void object(const ordered_json& from, const std::string& where, const Fields& fields,
              void* owner) const {
    if (!from.is_object()) fail(where, kind_of(from), "an object");
    for (const Field& field : fields) {
      const std::string place = fmt::format("{}.{}", where, field.name);
      const auto found = from.find(field.name);
      if (found == from.end()) {
        if (field.optional) continue;
        fail(place, "nothing", field.doc);
      }
      read(*found, place, field, field.member(owner));
    }
  }

 private:
  void read(const ordered_json& from, const std::string& where, const Field& field,
            void* to) const {
    switch (field.shape) {
      case Field::Shape::single:
        with_type(field.type, [&]<class T>(std::type_identity<T>) {
          value(from, where, field, *static_cast<T*>(to));
        });
        break;
      case Field::Shape::list:
        with_type(field.type, [&]<class T>(std::type_identity<T>) {
          expect_array(from, where);
          auto& items = *static_cast<std::vector<T>*>(to);
          items.clear();
          for (std::size_t i = 0; i < from.size(); ++i) {
            T item{};
            value(from[i], fmt::format("{}[{}]", where, i), field, item);
            items.push_back(std::move(item));
          }
        });
        break;
      case Field::Shape::array: {
        auto& array = *static_cast<NumberArray*>(to);
        array = {};
        for (const ordered_json* level = &from; level->is_array(); level = &level->front()) {
          array.extents.push_back(level->size());
          if (array.extents.size() > most_axes) {
            fail(where, "arrays in arrays in arrays", fmt::format("at most {} axes", most_axes));
          }
          if (level->empty()) break;
        }
        elements(from, where, field, 0, array);
        break;
      }
      case Field::Shape::group:
        object(from, where, field.fields, to);
        break;
      case Field::Shape::rows:
        expect_array(from, where);
        field.rows.resize(to, from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
          object(from[i], fmt::format("{}[{}]", where, i), field.fields, field.rows.at(to, i));
        break;
    }
  }

  /// Of arrays in arrays, all of one length that stand beside each other.
  void elements(const ordered_json& from, const std::string& where, const Field& field,
                std::size_t axis, NumberArray& to) const {
    if (axis == to.extents.size()) return value(from, where, field, to.values.emplace_back());
    expect_array(from, where);
    if (from.size() != to.extents[axis]) {
      fail(where, fmt::format("an array of {}", from.size()),
           fmt::format("{} as in the first one", to.extents[axis]));
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      elements(from[i], fmt::format("{}[{}]", where, i), field, axis + 1, to);
    }
  }

  void expect_array(const ordered_json& from, const std::string& where) const {
    if (!from.is_array()) fail(where, kind_of(from), "an array");
  }

  void value(const ordered_json& from, const std::string& where, const Field&,
             std::string& to) const {
    if (!from.is_string()) fail(where, kind_of(from), "a string");
    to = from.get<std::string>();
  }
  void value(const ordered_json& from, const std::string& where, const Field&, bool& to) const {
    if (!from.is_boolean()) fail(where, kind_of(from), "a boolean");
    to = from.get<bool>();
  }
  void value(const ordered_json& from, const std::string& where, const Field& field,
             double& to) const {
    if (from.is_number()) {
      to = from.get<double>();
      return;
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const auto& [name, meant] :
         {std::pair("nan", nan), {"-nan", -nan}, {"inf", infinity}, {"-inf", -infinity}}) {
      if (from != name) continue;
      if (field.finite) fail(where, fmt::format("\"{}\"", name), "a finite number");
      to = meant;
      return;
    }
    fail(where, kind_of(from), "a number");
  }
  template <class Integer>
    requires std::is_integral_v<Integer>
  void value(const ordered_json& from, const std::string& where, const Field&, Integer& to) const {
    const bool fits =
        from.is_number_unsigned()
            ? std::in_range<Integer>(from.get<std::uint64_t>())
            : from.is_number_integer() && std::in_range<Integer>(from.get<std::int64_t>());
    if (!fits) {
      fail(where, from.is_number() ? from.dump() : kind_of(from),
           fmt::format("an integer from {} to {}", std::numeric_limits<Integer>::min(),
                       std::numeric_limits<Integer>::max()));
    }
    to = from.get<Integer>();
  }

  const std::string& path_;
};

/// Reads nothing but where the text stops to be JSON. nlohmann's exceptions for numbers out of range do not tell.
struct FirstMistake : nlohmann::json_sax<ordered_json> {
  std::size_t at = 0;
  std::string token;
  bool is_number = false;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    at = position;
    token = last_token;
    is_number = dynamic_cast<const ordered_json::out_of_range*>(&error) != nullptr;
    return false;
  }
};

[[noreturn]] void throw_mistake(const RecordKind& kind, std::string_view text,
                                const std::string& path) {
  FirstMistake mistake;
  ordered_json::sax_parse(text, &mistake);
  // The parser has read the token that it stumbles over.
  const std::size_t size = mistake.is_number ? mistake.token.size() : 1;
  const std::string_view before =
      text.substr(0, std::min(mistake.at - std::min(mistake.at, size), text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string place =
      fmt::format("{}:{}:{}", path, 1 + std::count(before.begin(), before.end(), '\n'),
                  before.size() - line_start + 1);
  if (mistake.is_number) {
    throw std::runtime_error(
        fmt::format("{}: found the number {}, expected one that double precision holds", place,
                    mistake.token.substr(0, 40)));
  }
  throw std::runtime_error(
      fmt::format("{}: found text that is not JSON, expected a {} file that `{}` wrote", place,
                  kind.what, kind.program));
}

ordered_json parsed(const RecordKind& kind, std::string_view text, const std::string& path) {
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::exception&) {
    throw_mistake(kind, text, path);
  }
}

}  // namespace

void from_json(const RecordKind& kind, std::string_view text, const std::string& path,
               const AddRecord& add) {
  const ordered_json file = parsed(kind, text, path);
  // Nothing is copied or printed that may be nested without bound.
  const auto is = [&](const char* name, const ordered_json& value) {
    return file.is_object() && file.contains(name) && file[name] == value;
  };
  if (!is("format", kind.format)) {
    throw std::runtime_error(
        fmt::format("{}: found JSON of another kind, expected a {} file that `{}` wrote", path,
                    kind.what, kind.program));
  }
  if (!is("version", kind.version)) {
    const auto version = file.find("version");
    throw std::runtime_error(fmt::format("{}: found version {} of the format, expected {}", path,
                                         version == file.end()      ? "none"
                                         : version->is_structured() ? kind_of(*version)
                                                                    : version->dump(),
                                         kind.version));
  }
  if (kind.records.empty()) return Reader(path).object(file, kind.what, kind.fields, add());
  const auto records = file.find(kind.records);
  if (records == file.end() || !records->is_array()) {
    throw std::runtime_error(
        fmt::format("{}: found no array at {}, expected one", path, kind.records));
  }
  const Reader reader(path);
  for (std::size_t i = 0; i < records->size(); ++i)
    reader.object((*records)[i], fmt::format("{}[{}]", kind.records, i), kind.fields, add());
}

}  // namespace diagc::runs
