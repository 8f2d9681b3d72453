// The derivatives of a network's value with respect to all tensors as steps of a plan, behind those of the value.
//
// The derivative with respect to an operand of a step is the one with respect to the result, contracted with the other operand; that with respect
// to the value of all is the number 1. A value is read by up to three steps: the one that uses it and those of both derivatives there.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/plan.h"

namespace diagc::arrays {

struct GradientPlan {
  Network network;  ///< with the number 1 as one more tensor, behind the others
  Plan plan;        ///< every kernel is one step
  /// By tensor: the value that is its derivative in one slice. It lacks labels of the tensor that stand in no other one, along which it is the same.
  std::vector<std::uint32_t> derivatives;
};

/// Of a network without open axes and of two tensors or more.
GradientPlan gradient_plan(const Network& network, const Order& order, const PlaceOptions& options);

}  // namespace diagc::arrays
