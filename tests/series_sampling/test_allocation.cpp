// How work is shared out in a run whose first order is zero.
#include <catch2/catch.hpp>

#include <cmath>

#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("the Hartree shift makes the first order zero: it takes no time from the others") {
  Plan plan;
  lattice::ModelOptions options = cluster_options({{0, -1}, {-1, 0}}, 0.2, 1.5);
  options.flavours = 3;
  options.hartree_shift = true;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 4, 3);
  plan.walkers = 1024;
  plan.steps = 2e7;
  const Result result = integrate(plan);
  CHECK(std::abs(result.orders[0].value) < 1e-6);
  CHECK(result.orders[0].trustworthy);
  const double all = static_cast<double>(result.run.steps);
  CHECK(static_cast<double>(result.orders[0].steps) < 0.05 * all);
  for (std::size_t i = 1; i < 4; ++i)
    CHECK(static_cast<double>(result.orders[i].steps) > 0.05 * all);
}
