#include "programs/integrate/model/distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace diagc::integrate {

Distribution make_distribution(std::span<const double> weights) {
  const bool proper = std::ranges::all_of(
      weights, [](double weight) { return std::isfinite(weight) && weight >= 0; });
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!proper || !(total > 0)) {
    throw std::logic_error("a distribution needs weights that are finite, >= 0, and not all zero");
  }
  const std::size_t size = weights.size();
  Distribution result;
  result.probability.resize(size);
  result.cumulative.resize(size);
  result.threshold.assign(size, 1);
  result.alias.resize(size);
  std::iota(result.alias.begin(), result.alias.end(), 0);

  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    result.probability[i] = weights[i] / total;
    sum += weights[i];
    result.cumulative[i] = sum / total;
  }
  // What follows the last positive weight must not be drawn when rounding leaves the sum below 1.
  for (std::size_t i = size; i-- > 0;) {
    result.cumulative[i] = 1;
    if (weights[i] > 0) break;
  }

  // Vose's construction: every column below the average is filled up by one above it.
  std::vector<double> height(size);
  std::vector<std::uint32_t> low, high;
  for (std::uint32_t i = 0; i < size; ++i) {
    height[i] = result.probability[i] * static_cast<double>(size);
    (height[i] < 1 ? low : high).push_back(i);
  }
  while (!low.empty() && !high.empty()) {
    const std::uint32_t below = low.back(), above = high.back();
    low.pop_back();
    result.threshold[below] = height[below];
    result.alias[below] = above;
    height[above] -= 1 - height[below];
    if (height[above] < 1) {
      high.pop_back();
      low.push_back(above);
    }
  }
  return result;
}

std::uint32_t draw(const Distribution& distribution, double u) {
  const auto& cumulative = distribution.cumulative;
  return static_cast<std::uint32_t>(std::ranges::upper_bound(cumulative, u) - cumulative.begin());
}

std::uint32_t draw_alias(const Distribution& distribution, double u) {
  const double scaled = u * distribution.size();
  const std::uint32_t column =
      std::min(static_cast<std::uint32_t>(scaled), distribution.size() - 1);
  return scaled - column < distribution.threshold[column] ? column : distribution.alias[column];
}

}  // namespace diagc::integrate
