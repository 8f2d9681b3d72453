#include "runs/report/number_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace diagc::runs {

namespace {

int exponent_of(double value) {
  // By way of the text, which rounds as it is shown: 9.96 with two digits is 10.
  const std::string text = fmt::format("{:.1e}", std::abs(value));
  return std::stoi(text.substr(text.find('e') + 1));
}

}  // namespace

std::string with_error(double value, double error) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (error == 0 || error < 1e-10 * std::abs(value))
    return fmt::format("{:.10g}", value == 0 ? 0.0 : value);
  if (!std::isfinite(error)) return fmt::format("{:.4g}(?)", value);
  const int error_exponent = exponent_of(error);
  const bool begins_with_one = error / std::pow(10.0, error_exponent) < 1.95;
  const int last = error_exponent - (begins_with_one ? 1 : 0);  // power of ten of the last digit
  const int size = std::max(value == 0 ? error_exponent : exponent_of(value), error_exponent);
  const int exponent = size < -3 || size > 5 ? size : 0;
  const int decimals = std::max(exponent - last, 0);
  const double unit = std::pow(10.0, last);
  std::string text =
      fmt::format("{:.{}f}", std::round(value / unit) * unit / std::pow(10.0, exponent), decimals);
  // Error in units of the last digit shown: of the integers where it is larger than these.
  const double shown_unit = last > exponent ? std::pow(10.0, exponent) : unit;
  text += fmt::format("({:.0f})", std::round(error / unit) * unit / shown_unit);
  if (exponent != 0) text += fmt::format("e{}", exponent);
  return text;
}

std::string rounded(double value) { return fmt::format("{:.2g}", value); }

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, shown_width(text)), ' ') + text;
}

std::string left_aligned(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, shown_width(text)), ' ');
}

}  // namespace diagc::runs
