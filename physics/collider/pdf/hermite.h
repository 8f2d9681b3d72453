// Cubic Hermite interpolation as LHAPDF6 does it: slopes at knots are the mean of the one-sided differences, at the ends the one-sided one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace diagc::collider {

/// The last knot that has one after it and is not above x; the first one below all.
inline std::size_t interval_of(std::span<const double> knots, double x) {
  const auto after = std::upper_bound(knots.begin(), knots.end(), x);
  const std::ptrdiff_t at = after - knots.begin() - 1;
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(knots.size()) - 2));
}

/// Between the knots `at` and `at` + 1 of two or more; value(i) is that at knot i.
template <class Value>
double hermite(std::span<const double> knots, std::size_t at, double x, const Value& value) {
  const double width = knots[at + 1] - knots[at], u = (x - knots[at]) / width;
  const double low = value(at), high = value(at + 1), own = (high - low) / width;
  double slope_low = own, slope_high = own;
  if (at > 0) slope_low = (own + (low - value(at - 1)) / (knots[at] - knots[at - 1])) / 2;
  if (at + 2 < knots.size())
    slope_high = (own + (value(at + 2) - high) / (knots[at + 2] - knots[at + 1])) / 2;
  const double v = 1 - u;
  return (1 + 2 * u) * v * v * low + u * v * v * width * slope_low + u * u * (3 - 2 * u) * high -
         u * u * v * width * slope_high;
}

}  // namespace diagc::collider
