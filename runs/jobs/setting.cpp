#include "runs/jobs/setting.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace diagc::runs {

using Kind = TomlValue::Kind;

void Setting::fail(const std::string& expected, Code code) const {
  throw InputError(make_diagnostic(
      code, source_, value_.at, fmt::format("found {}, expected {}", to_string(value_), expected)));
}

bool Setting::flag() const {
  if (value_.kind != Kind::flag) fail("true or false", Code::kind);
  return value_.flag;
}

std::int64_t Setting::integer(std::int64_t least, std::int64_t most) const {
  const std::string expected = most == std::numeric_limits<std::int64_t>::max()
                                   ? fmt::format("an integer, at least {}", least)
                                   : fmt::format("an integer from {} to {}", least, most);
  if (value_.kind != Kind::integer) fail(expected, Code::kind);
  if (value_.integer < least || value_.integer > most) fail(expected);
  return value_.integer;
}

double Setting::number() const {
  if (value_.kind != Kind::integer && value_.kind != Kind::number) fail("a number", Code::kind);
  if (!std::isfinite(value_.number)) fail("a finite number");
  return value_.number;
}

double Setting::positive() const {
  if (const double number = this->number(); number > 0) return number;
  fail("a number above 0");
}

double Setting::at_least(double least) const {
  if (const double number = this->number(); number >= least) return number;
  fail(fmt::format("a number, at least {}", least));
}

std::string Setting::text() const {
  if (value_.kind != Kind::text) fail("a text in quotes", Code::kind);
  return value_.text;
}

std::size_t Setting::choice(std::initializer_list<const char*> texts) const {
  std::string expected;
  std::size_t place = 0;
  for (const char* text : texts) {
    if (is(text)) return place;
    expected += place == 0 ? "" : place + 1 == texts.size() ? " or " : ", ";
    expected += fmt::format("\"{}\"", text);
    ++place;
  }
  fail(expected, is_text() ? Code::value : Code::kind);
}

std::vector<std::string> Setting::text_or_list(const std::string& expected) const {
  if (is_text()) return {value_.text};
  if (!is_list()) fail(expected, Code::kind);
  std::vector<std::string> texts;
  for (const TomlValue& item : value_.items) {
    if (item.kind != TomlValue::Kind::text) fail(expected, Code::kind);
    texts.push_back(item.text);
  }
  return texts;
}

std::vector<double> Setting::number_or_list() const {
  if (!is_list()) {
    if (value_.kind != Kind::integer && value_.kind != Kind::number)
      fail("a number or a list of numbers", Code::kind);
    return {number()};
  }
  if (value_.items.empty()) fail("a number or a list of numbers");
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value_.items.size(); ++i) numbers.push_back(item(i).number());
  return numbers;
}

std::vector<std::int64_t> Setting::integers(std::int64_t least) const {
  if (!is_list()) fail("a list of integers", Code::kind);
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < value_.items.size(); ++i) numbers.push_back(item(i).integer(least));
  return numbers;
}

std::vector<std::vector<double>> Setting::square_matrix() const {
  if (!is_list() || value_.items.empty())
    fail("a square matrix: a list of rows", is_list() ? Code::value : Code::kind);
  const std::size_t size = value_.items.size();
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const Setting row = item(i);
    if (!row.is_list()) row.fail("a row of the matrix: a list of numbers", Code::kind);
    if (row.value_.items.size() != size)
      row.fail(fmt::format("a list of {}, as many as there are rows", size));
    std::vector<double>& numbers = rows.emplace_back();
    for (std::size_t j = 0; j < size; ++j) numbers.push_back(row.item(j).number());
  }
  return rows;
}

double Setting::seconds() const {
  constexpr const char* expected =
      "a time: seconds, or a text such as \"90 s\", \"10 min\", \"2 h\"";
  if (!is_text()) {
    if (value_.kind != Kind::integer && value_.kind != Kind::number) fail(expected, Code::kind);
    return at_least(0);
  }
  const std::string& text = value_.text;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [name, factor] :
       {std::pair("s", 1.0), {"min", 60.0}, {"h", 3600.0}, {"d", 86400.0}}) {
    if (error == std::errc() && unit == name && number >= 0 && std::isfinite(number))
      return number * factor;
  }
  fail(expected);
}

std::map<std::string, std::string> Setting::words() const {
  if (value_.kind != Kind::table) fail("a table such as { NAME = VALUE }", Code::kind);
  std::map<std::string, std::string> words;
  for (std::size_t i = 0; i < value_.items.size(); ++i) {
    const TomlValue& entry = value_.items[i];
    switch (entry.kind) {
      case Kind::text:
        words[entry.key] = entry.text;
        break;
      case Kind::flag:
      case Kind::integer:
      case Kind::number:
        words[entry.key] = to_string(entry);
        break;
      default:
        item(i).fail("a number, true, false or a text", Code::kind);
    }
  }
  return words;
}

}  // namespace diagc::runs
