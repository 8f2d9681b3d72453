#include "physics/dynamics/spline.h"

#include <algorithm>

namespace diagc::dynamics {

Spline::Spline(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)), curvatures_(times_.size()) {
  // Continuous slopes: a tridiagonal system for second derivatives, by elimination.
  const std::size_t count = times_.size();
  std::vector<double> factor(count), right(count);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double before = times_[i] - times_[i - 1], after = times_[i + 1] - times_[i];
    const double bend =
        6 * ((values_[i + 1] - values_[i]) / after - (values_[i] - values_[i - 1]) / before);
    const double pivot = 2 * (before + after) - before * factor[i - 1];
    factor[i] = after / pivot;
    right[i] = (bend - before * right[i - 1]) / pivot;
  }
  for (std::size_t i = count - 1; i-- > 1;) {
    curvatures_[i] = right[i] - factor[i] * curvatures_[i + 1];
  }
}

double Spline::operator()(double time) const {
  if (time <= times_.front()) return values_.front();
  if (time >= times_.back()) return values_.back();
  const auto next = std::ranges::upper_bound(times_, time);
  const auto i = static_cast<std::size_t>(next - times_.begin()) - 1;
  const double length = times_[i + 1] - times_[i];
  const double b = (time - times_[i]) / length, a = 1 - b;
  return a * values_[i] + b * values_[i + 1] +
         ((a * a * a - a) * curvatures_[i] + (b * b * b - b) * curvatures_[i + 1]) * length *
             length / 6;
}

}  // namespace diagc::dynamics
