// Which steps of a plan make terms of sums over its loops.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/arrays/plan.h"

namespace diagc::arrays {

/// A step whose results are added up over loops around it.
struct LoopSum {
  std::size_t step = 0;  ///< of the plan
  std::size_t over = 0;  ///< of Plan::loops: the outermost of these loops
  /// Of these the loops, outermost first, whose labels the sum keeps, as its slowest axes: each of their values has a sum of its own.
  std::vector<std::size_t> kept;
};

/// Of a plan whose loops say what they sum; each of its kernels is one step.
std::vector<LoopSum> loop_sums(const Plan& plan);

/// By loop of a plan, the innermost one around it; Plan::loops.size(): none.
std::vector<std::size_t> loops_around(const Plan& plan);

}  // namespace diagc::arrays
