// Plans of which a part is measured: every kernel counts as often as the whole plan runs it.
#include "programs/bench/shortened_loops.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "physics/networks/execute.h"
#include "tests/networks/sliced_lattices.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;
using diagc::bench::ShortenedPlan;
using diagc::bench::with_shortened_loops;

namespace {

/// Kernels that a slice runs, one after the other.
double kernels_of_slice(const Lattice& lattice, const Plan& plan) {
  std::vector<ScaledArray<double>> tensors;
  for (const auto& numbers : random_values(lattice.network, 1).numbers)
    tensors.push_back({numbers, 0});
  SliceExecution<double> execution(lattice.network, plan, tensors, 1);
  double kernels = 0;
  execution.slice(0, [&](double) { ++kernels; });
  return kernels;
}

double seconds_of(const ShortenedPlan& shortened) {
  double seconds = 0;
  for (std::size_t k = 0; k < shortened.repeats.size(); ++k) {
    const PlanKernel& kernel = shortened.plan.kernels[k];
    if (!kernel.once) seconds += kernel.seconds * kernel.runs / shortened.repeats[k];
  }
  return seconds;
}

}  // namespace

TEST_CASE("loops are shortened until a slice is short, and kernels count as the whole one runs") {
  const Lattice own = lattice(6, 2, 6);
  for (const auto& outer : {std::vector<Label>(), std::vector<Label>{own.order.sliced[1]}}) {
    const Plan plan = make_plan(own.network, own.order, {.element_bytes = 8},
                                slice_loops(own.network, own.order, outer));
    REQUIRE(plan.loops.size() >= 6);
    const ShortenedPlan whole = with_shortened_loops(plan, 1e9),
                        least = with_shortened_loops(plan, 0);
    CHECK(kernels_of_slice(own, whole.plan) == kernels_of_slice(own, plan));
    double all = 0, one = 0;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
      CHECK(least.repeats[k] == plan.kernels[k].runs);
      if (plan.kernels[k].once) continue;
      CHECK(whole.repeats[k] == 1);
      all += plan.kernels[k].runs;
      ++one;
    }
    CHECK(kernels_of_slice(own, plan) == all);
    CHECK(kernels_of_slice(own, least.plan) == one);

    const double limit = std::sqrt(seconds_of(whole) * seconds_of(least));
    const ShortenedPlan part = with_shortened_loops(plan, limit);
    CHECK(seconds_of(part) <= limit);
    CHECK(seconds_of(part) > seconds_of(least));
    double runs = 0;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
      if (!plan.kernels[k].once) runs += plan.kernels[k].runs / part.repeats[k];
    CHECK(kernels_of_slice(own, part.plan) == runs);
  }
}
