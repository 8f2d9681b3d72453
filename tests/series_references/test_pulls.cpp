// 200 seeds: deviations from exact numbers over stated errors have mean 0 and width 1.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include <fmt/format.h>

#include "tests/series_references/check.h"
#include "tests/series_references/terms.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// Mean and width of the pulls of every order, and none of them beyond six.
void check_pulls(Plan plan, const std::vector<double>& exact) {
  constexpr int seeds = 200;
  std::vector<double> sum(exact.size()), squares(exact.size()), largest(exact.size());
  std::vector<int> warnings(exact.size());
  for (int seed = 0; seed < seeds; ++seed) {
    plan.seed = static_cast<std::uint64_t>(seed) * 0x9E3779B97F4A7C15U + 1;
    for (const OrderResult& order : integrate(plan).orders) {
      const auto n = static_cast<std::size_t>(order.order);
      const double pull = (order.value - exact[n]) / order.error;
      sum[n] += pull;
      squares[n] += pull * pull;
      largest[n] = std::max(largest[n], std::abs(pull));
      warnings[n] += order.trustworthy ? 0 : 1;
    }
  }
  for (const Term& term : plan.terms) {
    const std::size_t n = term.order;
    const double mean = sum[n] / seeds, width = std::sqrt(squares[n] / seeds - mean * mean);
    const std::string line =
        fmt::format("order {}: mean {:.3f}, width {:.3f}, largest {:.2f}, {} warnings", n, mean,
                    width, largest[n], warnings[n]);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(std::abs(mean) < 4 / std::sqrt(seeds));
    CHECK(std::abs(width - 1) < 4 / std::sqrt(2.0 * seeds));
    CHECK(largest[n] < 6);
    CHECK(warnings[n] < seeds / 20);
  }
}

Plan dimer_plan(const lattice::ModelOptions& options) {
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.walkers = 1024;
  plan.warmup_steps = 256;
  plan.draws = Draws::random;  // pulls of draws by Sobol's sequence have a test of their own
  return plan;
}

const lattice::ModelOptions dimer_options = cluster_options({{0.3, -1}, {-1, -0.2}}, 0.4, 2);

}  // namespace

TEST_CASE("pulls of 200 seeds, density of a dimer, orders 2, 4 and 6") {
  Plan plan = dimer_plan(dimer_options);
  for (const std::uint32_t n : {2U, 4U, 6U}) {
    plan.terms.push_back(terms_of(Form::su2_fixed, n, n, 2).front());
  }
  plan.steps = 6e4;
  check_pulls(plan, exact_series(dimer_options, plan.model, 2, 6).density);
}

TEST_CASE("pulls of 200 seeds, double occupancy of a dimer, orders 1, 3, 4 and 6", "[slow]") {
  Plan plan = dimer_plan(dimer_options);
  for (const std::uint32_t n : {1U, 3U, 4U, 6U}) {
    plan.terms.push_back(terms_of(Form::double_occupancy, n, n, 2).front());
  }
  plan.steps = 2e4;
  check_pulls(plan, exact_series(dimer_options, plan.model, 2, 6).double_occupancy);
}

TEST_CASE("pulls of 200 seeds, SU(3) density of a dimer, order 6", "[slow]") {
  Plan plan = dimer_plan(dimer_options);
  plan.warmup_steps = 128;  // most of the time: an evaluation takes that of six for SU(2)
  plan.terms = terms_of(Form::fixed, 6, 6, 3);
  plan.steps = 2e4;
  check_pulls(plan, exact_series(dimer_options, plan.model, 3, 6).density);
}
