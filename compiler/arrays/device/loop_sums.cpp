#include "compiler/arrays/device/loop_sums.h"

namespace diagc::arrays {

std::vector<LoopSum> loop_sums(const Plan& plan) {
  std::vector<LoopSum> sums;
  for (std::size_t step = 0; step < plan.steps.size(); ++step) {
    if (!plan.kernels[step].adds) continue;
    for (std::size_t loop = 0; loop < plan.loops.size(); ++loop) {
      const PlanLoop& own = plan.loops[loop];
      if (own.sum != plan.steps[step].c || step < own.first || step >= own.last) continue;
      sums.push_back({step, loop, {}});
      break;
    }
  }
  return sums;
}

std::vector<std::size_t> loops_around(const Plan& plan) {
  std::vector<std::size_t> around(plan.loops.size(), plan.loops.size());
  for (std::size_t loop = 0; loop < plan.loops.size(); ++loop)
    for (std::size_t within = loop + 1; within < plan.loops[loop].next; ++within)
      around[within] = loop;
  return around;
}

}  // namespace diagc::arrays
