#include "programs/bench/shortened_loops.h"

namespace diagc::bench {

namespace {

bool is_within(const arrays::PlanLoop& loop, std::size_t kernel) {
  return loop.first <= kernel && kernel < loop.last;
}

/// How often a kernel runs in one slice, or before all.
double runs_of(const arrays::Plan& plan, std::size_t kernel) {
  double runs = 1;
  for (const arrays::PlanLoop& loop : plan.loops)
    if (is_within(loop, kernel)) runs *= static_cast<double>(loop.extent);
  return runs;
}

double seconds_of_slice(const arrays::Plan& plan) {
  double seconds = 0;
  for (std::size_t k = 0; k < plan.kernels.size(); ++k)
    if (!plan.kernels[k].once) seconds += plan.kernels[k].seconds * runs_of(plan, k);
  return seconds;
}

}  // namespace

ShortenedPlan with_shortened_loops(arrays::Plan plan, double seconds) {
  for (arrays::PlanLoop& loop : plan.loops)
    if (plan.kernels[loop.first].once) loop.extent = 1;
  for (arrays::PlanLoop& loop : plan.loops) {
    if (seconds_of_slice(plan) <= seconds) break;
    loop.extent = 1;
  }
  ShortenedPlan shortened;
  for (std::size_t k = 0; k < plan.kernels.size(); ++k)
    shortened.repeats.push_back(plan.kernels[k].runs / runs_of(plan, k));
  shortened.plan = std::move(plan);
  return shortened;
}

}  // namespace diagc::bench
