// What rows of numbers add up to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace diagc::runs {

/// Every row has the same number of quantities x_0, x_1, …: weights, integrands, whatever is averaged. Rows that were dropped before
/// anything was evaluated count as rows of zeros.
struct Sums {
  Sums() = default;
  Sums(std::size_t quantities, std::size_t counters)
      : first(quantities),
        second(quantities * (quantities + 1) / 2),
        largest(quantities),
        counts(counters) {}

  std::uint64_t rows = 0;
  std::vector<double> first;          ///< Σ x_j
  std::vector<double> second;         ///< Σ x_j x_k at pair(j, k)
  std::vector<double> largest;        ///< |x_j|, where the population keeps it; else 0
  std::vector<std::uint64_t> counts;  ///< of events that the population names

  std::size_t quantities() const { return first.size(); }
  /// Place of the product of x_j and x_k, j ≤ k.
  std::size_t pair(std::size_t j, std::size_t k) const {
    return j * quantities() - j * (j + 1) / 2 + k;
  }
  /// One row; `largest` is left as it is.
  void add(const double* x) {
    ++rows;
    for (std::size_t j = 0; j < quantities(); ++j) {
      first[j] += x[j];
      for (std::size_t k = j; k < quantities(); ++k) second[pair(j, k)] += x[j] * x[k];
    }
  }
  Sums& operator+=(const Sums& more) {
    rows += more.rows;
    for (std::size_t i = 0; i < first.size(); ++i) first[i] += more.first[i];
    for (std::size_t i = 0; i < second.size(); ++i) second[i] += more.second[i];
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], more.largest[i]);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more.counts[i];
    return *this;
  }
  void clear() { *this = Sums(first.size(), counts.size()); }

  bool operator==(const Sums&) const = default;
};

}  // namespace diagc::runs
