#include "compiler/arrays/transform_sums.h"

#include <cmath>
#include <numbers>

namespace diagc::arrays {

namespace {

/// k R / 2π, between 0 and 1.
double turns(const CyclicAxis& axis, std::uint64_t k, std::uint64_t site) {
  double sum = 0;
  for (std::size_t d = axis.grid.size(); d-- > 0;) {
    const std::uint64_t extent = axis.grid[d];
    sum += static_cast<double>(k % extent * (site % extent) % extent) / static_cast<double>(extent);
    k /= extent;
    site /= extent;
  }
  return sum - std::floor(sum);
}

}  // namespace

std::vector<std::complex<double>> transformed(const CyclicAxis& axis, bool forward,
                                              const std::vector<std::complex<double>>& values) {
  const std::uint64_t points = axis.points();
  std::vector<std::complex<double>> result(points);
  for (std::uint64_t to = 0; to < points; ++to) {
    for (std::uint64_t from = 0; from < points; ++from) {
      const double angle = 2 * std::numbers::pi * turns(axis, from, to);
      result[to] += values[from] * std::polar(1.0, forward ? angle : -angle);
    }
    if (forward) result[to] /= static_cast<double>(points);
  }
  return result;
}

}  // namespace diagc::arrays
