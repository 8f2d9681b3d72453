#pragma once

// Sums and products of sizes that come from files and command lines.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace diagc {

/// Sizes of objects are at most this many bytes.
constexpr std::size_t largest_size = PTRDIFF_MAX;

/// Nothing where the product is more than `largest_size`. A factor of 0 makes it 0, whatever the
/// others are.
constexpr std::optional<std::size_t> checked_product(std::initializer_list<std::size_t> factors) {
  for (const std::size_t factor : factors) {
    if (factor == 0) return 0;
  }
  std::size_t product = 1;
  for (const std::size_t factor : factors) {
    if (factor > largest_size / product) return std::nullopt;
    product *= factor;
  }
  return product;
}

/// Nothing where the sum is more than `largest_size`.
constexpr std::optional<std::size_t> checked_sum(std::initializer_list<std::size_t> summands) {
  std::size_t sum = 0;
  for (const std::size_t summand : summands) {
    if (summand > largest_size - sum) return std::nullopt;
    sum += summand;
  }
  return sum;
}

}  // namespace diagc
