// Places of arrays' elements while variables run over all their values.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// Counts through all values of variables, the last one fastest, and keeps the offsets of arrays that they index.
class Counter {
 public:
  Counter(const std::vector<std::uint64_t>& extents, std::size_t arrays)
      : extents_(extents),
        strides_(arrays, std::vector<std::uint64_t>(extents.size())),
        values_(extents.size()),
        offsets_(arrays) {}

  /// Says which variable is which axis of an array in C order.
  void index(std::size_t array, const std::vector<Variable>& variables) {
    std::uint64_t stride = 1;
    for (std::size_t axis = variables.size(); axis-- > 0;) {
      strides_[array][variables[axis]] += stride;
      stride *= extents_[variables[axis]];
    }
  }

  std::uint64_t offset(std::size_t array) const { return offsets_[array]; }

  /// False when all have been counted.
  bool next() {
    for (std::size_t v = extents_.size(); v-- > 0;) {
      if (++values_[v] < extents_[v]) {
        for (std::size_t a = 0; a < offsets_.size(); ++a) offsets_[a] += strides_[a][v];
        return true;
      }
      for (std::size_t a = 0; a < offsets_.size(); ++a)
        offsets_[a] -= strides_[a][v] * (extents_[v] - 1);
      values_[v] = 0;
    }
    return false;
  }

 private:
  const std::vector<std::uint64_t>& extents_;
  std::vector<std::vector<std::uint64_t>> strides_;
  std::vector<std::uint64_t> values_, offsets_;
};

}  // namespace diagc::arrays
