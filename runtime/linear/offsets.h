// Where the elements of an array lie when several axes are counted through.
#pragma once

#include <algorithm>
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

/// Offsets of long groups of axes, block by block: those of the fastest axes come from a table.
class LongOffsets {
 public:
  LongOffsets(const std::vector<Axis>& axes, std::uint64_t Axis::* stride)
      : outer_(axes), stride_(stride) {
    constexpr std::uint64_t most_entries = 256;
    std::vector<Axis> inner;
    std::uint64_t entries = 1;
    while (!outer_.empty() && entries * outer_.back().extent <= most_entries) {
      entries *= outer_.back().extent;
      inner.insert(inner.begin(), outer_.back());
      outer_.pop_back();
    }
    inner_.resize(entries);
    fill_offsets(inner, stride, 0, inner_);
  }

  /// As fill_offsets() does.
  void fill(std::uint64_t first, std::span<std::uint64_t> offsets) const {
    for (std::size_t done = 0; done < offsets.size();) {
      const std::uint64_t begin = (first + done) % inner_.size();
      const std::size_t part = std::min<std::size_t>(inner_.size() - begin, offsets.size() - done);
      std::uint64_t outer = 0;
      fill_offsets(outer_, stride_, (first + done) / inner_.size(), {&outer, 1});
      for (std::size_t k = 0; k < part; ++k) offsets[done + k] = outer + inner_[begin + k];
      done += part;
    }
  }

 private:
  std::vector<Axis> outer_;
  std::uint64_t Axis::* stride_;
  std::vector<std::uint64_t> inner_;
};

/// Whether a block of an array lies without gaps.
inline bool is_contiguous(std::span<const std::uint64_t> offsets) {
  std::uint64_t gaps = 0;
  for (std::size_t k = 1; k < offsets.size(); ++k) gaps |= (offsets[k] - offsets[k - 1]) ^ 1U;
  return gaps == 0;
}

}  // namespace diagc::linear
