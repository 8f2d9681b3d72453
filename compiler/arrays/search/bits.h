// Sets of labels as bits of a problem (problem.h).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace diagc::arrays {

/// Calls `body` for all bits of a set, in ascending order.
template <typename Body>
void for_each_bit(std::span<const std::uint64_t> set, const Body& body) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1)
      body(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
  }
}

}  // namespace diagc::arrays
