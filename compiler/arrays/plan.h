// How a network is contracted: steps on buffers whose places are known before anything is allocated.
//
// Slices are taken one after the other; what no sliced label reaches is computed once, before them. A step is a contraction of two values
// with four groups of axes: batch (in both and the result), rows (of one operand), columns (of the other) and summed (in neither's result).
// Operands are read where they are, by strides: nothing is transposed. The axes of a result lie so that the longer of rows and columns, or
// the batch where both are short, varies fastest.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

/// One axis of a contraction; strides in elements, 0 where an array does not have it.
struct PlanAxis {
  std::uint64_t extent = 1;
  std::uint64_t a = 0, b = 0, c = 0;
};

struct PlanStep {
  std::uint32_t a = 0, b = 0, c = 0;  ///< values: tensors of the network first, then results
  std::vector<PlanAxis> batch, rows, columns,
      summed;         ///< the last axis of a group varies fastest; rows are a's, columns b's
  bool once = false;  ///< before the slices

  double log2_macs = 0;
};

struct PlanValue {
  std::vector<Label>
      labels;  ///< of a result's axes, the last one fastest; of a tensor as in the network
  std::uint64_t elements = 1;  ///< of a tensor all of it, of a result in one slice
  std::uint64_t offset = 0;    ///< of a result, in the arena, in elements
};

struct Plan {
  std::vector<PlanStep> steps;  ///< those before the slices first
  std::vector<PlanValue> values;
  std::uint64_t arena = 0;  ///< elements that all results together need, each while it lives
  std::uint64_t slices = 1;
  std::vector<Label> sliced;  ///< the last one fastest
  std::uint32_t result =
      0;  ///< the value that is the sum of one slice, up to the order of its axes
};

/// Results begin at multiples of so many elements.
inline constexpr std::uint64_t plan_alignment = 64;

/// The steps in an order that needs little memory: of two operands the one whose computation needs more beside what it leaves is computed
/// first. Every label must stand in a tensor, and there must be at least one tensor. Throws std::runtime_error where sizes pass 2^63
/// elements.
Plan make_plan(const Network& network, const Order& order);

}  // namespace diagc::arrays
