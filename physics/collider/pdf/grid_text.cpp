#include "physics/collider/pdf/grid_text.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace diagc::collider {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;
constexpr std::string_view blanks = " \t\r\f\v";

/// The first field of a line, which is taken off; empty: there is none.
std::string_view take_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(field.size());
  return field;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown;
  for (const char c : text.substr(0, longest))
    shown += c >= ' ' && c < '\x7f' ? std::string(1, c)
                                    : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return fmt::format("\"{}{}\"", shown, text.size() > longest ? "…" : "");
}

}  // namespace

std::string read_grid_text(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw GridError(path + ": found no such file, expected a grid of parton densities");
  if (!std::filesystem::is_regular_file(status))
    throw GridError(path + ": found no regular file, expected a grid of parton densities");
  if (std::filesystem::file_size(path, error) > largest_file)
    throw GridError(path + ": found more than 1 GiB, expected a grid of parton densities");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw GridError(path + ": found a file that cannot be read");
  return text;
}

bool GridText::next_line(std::string_view& line) {
  if (rest_.empty()) {
    line_ = {};
    return false;
  }
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  line_ = {};
  ++line_number_;
  field_number_ = 0;
  return true;
}

std::string_view GridText::line(const char* expected) {
  std::string_view line;
  if (!next_line(line)) wrong_line("the end of the file", expected);
  return line;
}

std::string_view GridText::field() {
  for (;;) {
    const std::string_view field = take_field(line_);
    if (!field.empty()) {
      ++field_number_;
      return field;
    }
    std::string_view line;
    if (!next_line(line)) return {};
    line_ = line;
  }
}

double GridText::number(const char* expected) {
  const std::string_view text = field();
  if (text.empty()) wrong_line("the end of the file", expected);
  double value = 0;
  // Fortran writes exponents with D, and numbers with a plus.
  std::string plain(text);
  for (char& c : plain)
    if (c == 'D' || c == 'd') c = 'e';
  const char* begin = plain.data() + (plain[0] == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, plain.data() + plain.size(), value);
  // Numbers too small for a double are 0.
  if (error == std::errc::result_out_of_range && plain.find("e-") != std::string::npos) return 0;
  if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value))
    wrong(quoted(text), expected);
  return value;
}

std::size_t GridText::count(const char* expected, std::size_t least, std::size_t most) {
  const double value = number(expected);
  if (value != std::floor(value) || value < static_cast<double>(least) ||
      value > static_cast<double>(most)) {
    wrong(fmt::format("{}", value), fmt::format("{}, from {} to {}", expected, least, most));
  }
  return static_cast<std::size_t>(value);
}

std::vector<double> GridText::numbers(std::size_t count, const char* expected) {
  // A number takes a digit and a blank.
  if (count > (line_.size() + rest_.size()) / 2 + 1) {
    wrong(fmt::format("a file that ends before {} more numbers", count), expected);
  }
  std::vector<double> result(count);
  for (double& value : result) value = number(expected);
  return result;
}

std::vector<double> GridText::line_numbers(std::string_view line, const char* expected) {
  std::vector<double> result;
  line_ = line;
  while (line_.find_first_not_of(blanks) != std::string_view::npos)
    result.push_back(number(expected));
  return result;
}

void GridText::wrong(const std::string& found, const std::string& expected) const {
  if (field_number_ == 0) wrong_line(found, expected);
  throw GridError(fmt::format("{}:{}: field {}: found {}, expected {}", name_, line_number_,
                              field_number_, found, expected));
}

void GridText::wrong_line(const std::string& found, const std::string& expected) const {
  throw GridError(
      fmt::format("{}:{}: found {}, expected {}", name_, line_number_, found, expected));
}

}  // namespace diagc::collider
