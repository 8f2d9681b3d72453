// The derivatives of a network's value with respect to all tensors as steps of a plan, behind those of the value.
//
// The derivative with respect to an operand of a step is the one with respect to the result, contracted with the other operand; that with respect
// to the value of all is the number 1. A value is read by up to three steps: the one that uses it and those of both derivatives there.
// Loops come twice, as in compiler/arrays/reverse_sweep.h: for the values that they sum, and behind all that uses these, where each iteration is taken
// forward again and then back. Derivatives with respect to what a loop reads from outside are summed over it. Steps that come again make values of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/loop_sums.h"
#include "compiler/arrays/plan.h"

namespace diagc::arrays {

/// What a step makes. Values are those of the plan that are numbered as in the order, behind the number 1.
struct GradientStep {
  std::uint32_t value = 0;  ///< that it makes, or with respect to which it makes the derivative
  bool is_derivative = false;
  std::uint32_t result = 0;  ///< that is made of `value`, of derivatives
};

struct GradientPlan {
  Network network;  ///< with the number 1 as one more tensor, behind the others
  Plan plan;        ///< every kernel is one step; what its loops sum is said by `sums`
  std::vector<GradientStep> steps;  ///< by step of the plan
  std::vector<LoopSum> sums;
  /// By tensor: the value that is its derivative in one slice. It lacks labels of the tensor that stand in no other one, along which it is the same.
  std::vector<std::uint32_t> derivatives;
  /// By tensor: its labels of loops, which are the slowest axes of the derivative.
  std::vector<std::vector<Label>> kept;
};

/// Of a network without open axes and of two tensors or more; `loops` are of the order.
GradientPlan gradient_plan(const Network& network, const Order& order, const PlaceOptions& options,
                           const SliceLoops& loops);

}  // namespace diagc::arrays
