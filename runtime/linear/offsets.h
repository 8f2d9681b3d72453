// Where the elements of an array lie when several axes are counted through.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/linear/contract.h"

namespace diagc::linear {

/// The number of values of a group of axes.
inline std::uint64_t count(const std::vector<Axis>& axes) {
  std::uint64_t product = 1;
  for (const Axis& axis : axes) product *= axis.extent;
  return product;
}

/// Offsets in one array, whose stride is the member `stride`, of the values first, first + 1, … of a group of axes.
inline void fill_offsets(const std::vector<Axis>& axes, std::uint64_t Axis::* stride,
                         std::uint64_t first, std::span<std::uint64_t> offsets) {
  constexpr std::size_t most_axes =
      64;  // of extent 2 or more, in arrays of less than 2^63 elements
  std::uint64_t digits[most_axes];
  std::uint64_t offset = 0;
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    digits[axis] = first % axes[axis].extent;
    first /= axes[axis].extent;
    offset += digits[axis] * (axes[axis].*stride);
  }
  for (std::uint64_t& place : offsets) {
    place = offset;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      offset += axes[axis].*stride;
      if (++digits[axis] < axes[axis].extent) break;
      offset -= digits[axis] * (axes[axis].*stride);
      digits[axis] = 0;
    }
  }
}

}  // namespace diagc::linear
