#include "physics/series/resummation/couplings.h"

#include <charconv>
#include <cmath>

namespace diagc::series {

namespace {

constexpr int default_steps = 24;
constexpr double most_values = 10'000;

std::optional<double> number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<std::vector<double>> range(std::string_view first_text, std::string_view rest) {
  const std::size_t colon = rest.find(':');
  const auto first = number(first_text), last = number(rest.substr(0, colon));
  if (!first || !last || !(*last > *first)) return std::nullopt;
  double steps = default_steps;
  double step = (*last - *first) / default_steps;
  if (colon != rest.npos) {
    const auto given = number(rest.substr(colon + 1));
    if (!given || !(*given > 0)) return std::nullopt;
    step = *given;
    // 0..0.3:0.1 has three steps, whatever rounding says of 0.3 / 0.1.
    steps = std::ceil((*last - *first) / step * (1 - 1e-12));
  }
  if (!(steps < most_values)) return std::nullopt;
  std::vector<double> values;
  for (int i = 0; i < static_cast<int>(steps); ++i) values.push_back(*first + i * step);
  values.push_back(*last);
  return values;
}

}  // namespace

std::optional<std::vector<double>> parse_couplings(std::string_view text) {
  if (const std::size_t dots = text.find(".."); dots != text.npos)
    return range(text.substr(0, dots), text.substr(dots + 2));
  std::vector<double> values;
  for (;;) {
    const std::size_t comma = text.find(',');
    const auto value = number(text.substr(0, comma));
    if (!value || (!values.empty() && !(*value > values.back())) || values.size() > most_values)
      return std::nullopt;
    values.push_back(*value);
    if (comma == text.npos) return values;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace diagc::series
