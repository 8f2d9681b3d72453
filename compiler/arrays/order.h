// An order of contraction: which tensors are multiplied first, and which sums are left for last.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"

namespace diagc::arrays {

/// Static single assignment: tensors are 0 … n − 1, and step s makes value n + s of two values that no other step uses. n tensors
/// take n − 1 steps, and none where n is 0.
struct Order {
  std::vector<std::array<std::uint32_t, 2>> steps;
  /// Labels whose values are taken one after the other, outside of all steps; the slices are added.
  std::vector<Label> sliced;

  bool operator==(const Order&) const = default;
};

/// Throws std::logic_error where the order is not one of this network.
void verify(const Network& network, const Order& order);

/// The labels of every value, ascending and each once: tensors first, then steps. A step keeps what stands in another value or is
/// open, a tensor all of its labels; sliced labels are in none.
std::vector<std::vector<Label>> value_labels(const Network& network, const Order& order);

/// What an order costs, all slices together, and all steps in each of them.
struct OrderCost {
  double log10_macs =
      0;  ///< multiplications with addition: Σ over steps of the product of the extents of both operands' labels
  double log2_width = 0;  ///< elements of the largest value of a step or tensor, in one slice
  double log2_slices = 0;
};
/// `log2_runs`: how often each step is taken, where that is not once in each slice (slice_loops.h).
OrderCost cost(const Network& network, const Order& order,
               const std::vector<double>& log2_runs = {});

}  // namespace diagc::arrays
