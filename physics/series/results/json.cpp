// Results as JSON.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "physics/series/results/fields.h"
#include "physics/series/results/result_file.h"

namespace diagc::integrate {

namespace {

using nlohmann::ordered_json;

/// JSON has no numbers for these.
ordered_json number(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

class Writer {
 public:
  explicit Writer(ordered_json& to) : to_(&to) {}

  template <class T>
  void value(const Field& field, const T& value) {
    (*to_)[field.name] = value;
  }
  void value(const Field& field, double value) { (*to_)[field.name] = number(value); }
  void value(const Field& field, const std::vector<double>& values) {
    ordered_json list = ordered_json::array();
    for (const double value : values) list.push_back(number(value));
    (*to_)[field.name] = std::move(list);
  }
  template <class Inside>
  void group(const Field& field, Inside&& inside) {
    ordered_json* outer = to_;
    to_ = &((*outer)[field.name] = ordered_json::object());
    inside();
    to_ = outer;
  }
  template <class Row, class Columns>
  void rows(const Field& field, const std::vector<Row>& rows, Columns&& columns) {
    ordered_json list = ordered_json::array();
    for (const Row& row : rows) {
      Writer columns_of_row(list.emplace_back(ordered_json::object()));
      columns(row, columns_of_row);
    }
    (*to_)[field.name] = std::move(list);
  }

 private:
  ordered_json* to_;
};

/// Unit and meaning of every field under its path, as in "orders.value".
class Describer {
 public:
  explicit Describer(ordered_json& to) : to_(to) {}

  template <class T>
  void value(const Field& field, const T&) {
    ordered_json& about = to_[prefix_ + field.name];
    if (*field.unit != '\0') about["unit"] = field.unit;
    about["meaning"] = field.meaning;
  }
  template <class Inside>
  void group(const Field& field, Inside&& inside) {
    prefix_ = std::string(field.name) + ".";
    inside();
    prefix_.clear();
  }
  template <class Row, class Columns>
  void rows(const Field& field, const std::vector<Row>&, Columns&& columns) {
    const Row row;
    group(field, [&] { columns(row, *this); });
  }

 private:
  ordered_json& to_;
  std::string prefix_;
};

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
  Reader(const ordered_json& from, std::string where, const std::string& path)
      : from_(&from), where_(std::move(where)), path_(path) {}

  template <class T>
  void value(const Field& field, T& value) {
    read(member(field), where_ + field.name, value);
  }
  template <class Inside>
  void group(const Field& field, Inside&& inside) {
    const ordered_json* outer = from_;
    const std::string outer_where = where_;
    from_ = &member(field);
    where_ += std::string(field.name) + ".";
    if (!from_->is_object()) fail(outer_where + field.name, kind_of(*from_), "an object");
    inside();
    from_ = outer;
    where_ = outer_where;
  }
  template <class Row, class Columns>
  void rows(const Field& field, std::vector<Row>& rows, Columns&& columns) {
    const ordered_json& list = member(field);
    if (!list.is_array()) fail(where_ + field.name, kind_of(list), "an array");
    rows.clear();
    for (const ordered_json& item : list) {
      const std::string where = fmt::format("{}{}[{}]", where_, field.name, rows.size());
      if (!item.is_object()) fail(where, kind_of(item), "an object");
      Reader columns_of_row(item, where + ".", path_);
      columns(rows.emplace_back(), columns_of_row);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& found,
                         const std::string& expected) const {
    throw std::runtime_error(
        fmt::format("{}: found {} at {}, expected {}", path_, found, where, expected));
  }

  const ordered_json& member(const Field& field) const {
    const auto found = from_->find(field.name);
    if (found == from_->end()) fail(where_ + field.name, "nothing", field.meaning);
    return *found;
  }

  void read(const ordered_json& json, const std::string& where, std::string& value) const {
    if (!json.is_string()) fail(where, kind_of(json), "a string");
    value = json.get<std::string>();
  }
  void read(const ordered_json& json, const std::string& where, bool& value) const {
    if (!json.is_boolean()) fail(where, kind_of(json), "a boolean");
    value = json.get<bool>();
  }
  void read(const ordered_json& json, const std::string& where, double& value) const {
    if (json.is_number()) {
      value = json.get<double>();
      return;
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const auto& [name, meant] :
         {std::pair("nan", nan), {"-nan", -nan}, {"inf", infinity}, {"-inf", -infinity}}) {
      if (json == name) {
        value = meant;
        return;
      }
    }
    fail(where, kind_of(json), "a number");
  }
  template <class Integer>
    requires std::is_integral_v<Integer>
  void read(const ordered_json& json, const std::string& where, Integer& value) const {
    const bool fits =
        json.is_number_unsigned()
            ? std::in_range<Integer>(json.get<std::uint64_t>())
            : json.is_number_integer() && std::in_range<Integer>(json.get<std::int64_t>());
    if (!fits) {
      fail(where, json.is_number() ? json.dump() : kind_of(json),
           fmt::format("an integer from {} to {}", std::numeric_limits<Integer>::min(),
                       std::numeric_limits<Integer>::max()));
    }
    value = json.get<Integer>();
  }
  template <class T>
  void read(const ordered_json& json, const std::string& where, std::vector<T>& values) const {
    if (!json.is_array()) fail(where, kind_of(json), "an array");
    values.clear();
    for (std::size_t i = 0; i < json.size(); ++i)
      read(json[i], fmt::format("{}[{}]", where, i), values.emplace_back());
  }

  const ordered_json* from_;
  std::string where_;
  const std::string& path_;
};

}  // namespace

std::string to_json(const Results& results) {
  ordered_json file;
  file["format"] = result_format;
  file["version"] = result_version;
  file["conventions"] = result_conventions;
  Describer describer(file["fields"] = ordered_json::object());
  const Result any;
  visit_fields(any, describer);
  ordered_json& points = file["points"] = ordered_json::array();
  for (const Result& result : results)
    visit_fields(result, Writer(points.emplace_back(ordered_json::object())));
  return file.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Results from_json(std::string_view text, const std::string& path) {
  ordered_json file;
  try {
    file = ordered_json::parse(text);
  } catch (const ordered_json::parse_error& error) {
    const std::size_t at = std::min(error.byte, text.size());
    const std::string_view before = text.substr(0, at);
    throw std::runtime_error(fmt::format(
        "{}: found no JSON after line {}, expected a result file that `diagc integrate` wrote",
        path, 1 + std::count(before.begin(), before.end(), '\n')));
  }
  if (!file.is_object() || !file.contains("format") || file["format"] != result_format) {
    throw std::runtime_error(fmt::format(
        "{}: found JSON of another kind, expected a result file that `diagc integrate` wrote",
        path));
  }
  if (!file.contains("version") || file["version"] != result_version) {
    throw std::runtime_error(fmt::format("{}: found version {} of the format, expected {}", path,
                                         file.contains("version") ? file["version"].dump() : "none",
                                         result_version));
  }
  if (!file.contains("points") || !file["points"].is_array()) {
    throw std::runtime_error(fmt::format("{}: found no array at points, expected one", path));
  }
  Results results;
  for (const ordered_json& point : file["points"]) {
    const std::string where = fmt::format("points[{}]", results.size());
    if (!point.is_object()) {
      throw std::runtime_error(
          fmt::format("{}: found {} at {}, expected an object", path, kind_of(point), where));
    }
    visit_fields(results.emplace_back(), Reader(point, where + ".", path));
  }
  return results;
}

}  // namespace diagc::integrate
