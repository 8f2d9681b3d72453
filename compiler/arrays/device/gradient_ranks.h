// What ranks that share a contraction do for the derivatives of its value: the steps of a distribution, and a reverse sweep through them.
//
// A step has its labels on the same axes of the grid in both directions, also where a loop takes it forward again. What is distributed of the
// derivative with respect to its result comes from the step that reads it, and is brought to where the result is made: what was a reduce-scatter becomes a
// gather, and the other way round.
// A label of one operand alone that lies across devices is summed in the derivative with respect to the other one, whose parts are added:
// before the step reads it that makes this operand, or by the host where it is a tensor. What is summed over loops is brought there behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/rank_plan.h"

namespace diagc::arrays {

struct GradientRanks {
  Network
      network;  ///< of the distribution, divided, with the number 1 as one more tensor, behind the others
  RankPlan ranks;
  // By tensor, but for the last one:
  std::vector<std::uint32_t>
      derivatives;  ///< values of the ranks' plan: shards of its derivative in one slice
  /// Which of its elements a rank has. Devices along axes with labels that the tensor lacks have parts of a sum.
  std::vector<Placement> places;
  /// Labels of loops, which are the slowest axes of the derivative, as in GradientPlan.
  std::vector<std::vector<Label>> kept;
};

/// Of a network without open axes and of two tensors or more. The distribution's elements are those of the sweep.
GradientRanks gradient_ranks(const Distribution& distribution, bool is_complex);

}  // namespace diagc::arrays
