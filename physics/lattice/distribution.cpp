#include "physics/lattice/distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace diagc::lattice {

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
  result.threshold.assign(size, 1);
  result.alias.resize(size);
  std::iota(result.alias.begin(), result.alias.end(), 0);

  for (std::size_t i = 0; i < size; ++i) result.probability[i] = weights[i] / total;

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

}  // namespace diagc::lattice
