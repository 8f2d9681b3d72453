// How a label moves through the elements of a tensor.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"

namespace diagc::networks {

/// Elements from one value of the label to the next, of a tensor in C order with these labels: 0 without it, along the diagonal where it
/// stands twice.
inline std::uint64_t tensor_stride(const arrays::Network& network,
                                   const std::vector<arrays::Label>& labels, arrays::Label label) {
  std::uint64_t result = 0, stride = 1;
  for (std::size_t axis = labels.size(); axis-- > 0;) {
    if (labels[axis] == label) result += stride;
    stride *= network.extents[labels[axis]];
  }
  return result;
}

}  // namespace diagc::networks
