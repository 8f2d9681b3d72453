// How often stated errors cover the truth where few samples carry most of the variance.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "tests/series_references/check.h"
#include "tests/series_references/terms.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// Order 6 of the density, two flavours, β = 8.
Plan cold_plan(lattice::Model model, Draws draws, double steps) {
  Plan plan;
  plan.model = std::move(model);
  plan.terms = terms_of(Form::su2_fixed, 6, 6, 2);
  plan.sampling = Sampling::independent;
  plan.draws = draws;
  plan.walkers = 1024;  // rounds begin with few samples
  plan.steps = steps;
  return plan;
}

lattice::Model cold_square() {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::square;
  options.size = {16, 16};
  options.beta = 8;
  options.filling = 0.4285;
  options.hartree_shift = true;
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  return lattice::make_model(options);
}

lattice::ModelOptions cold_cluster() {
  return cluster_options(
      {{0.3, -1, 0.2, -0.7}, {-1, -0.5, -1, 0.1}, {0.2, -1, 0.1, -1.2}, {-0.7, 0.1, -1.2, 0.4}},
      -0.2, 8);
}

/// Values and stated errors of 200 seeds.
std::vector<OrderResult> of_seeds(Plan plan) {
  std::vector<OrderResult> results;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    plan.seed = seed;
    results.push_back(integrate(plan).orders.at(0));
  }
  return results;
}

void print_coverage(const std::string& name, std::vector<OrderResult> results, double exact,
                    double exact_error) {
  double sum = 0, squares = 0, value = 0;
  int in_one = 0, in_two = 0, in_three = 0, warnings = 0;
  std::vector<double> variances, shares;
  for (const OrderResult& order : results) {
    const double pull = (order.value - exact) / std::hypot(order.error, exact_error);
    value += order.value;
    sum += pull;
    squares += pull * pull;
    in_one += std::abs(pull) < 1;
    in_two += std::abs(pull) < 2;
    in_three += std::abs(pull) < 3;
    warnings += !order.trustworthy;
    variances.push_back(order.relative_variance);
    shares.push_back(order.largest_share);
  }
  const auto count = static_cast<double>(results.size());
  std::ranges::sort(variances);
  std::ranges::sort(shares);
  const double mean = sum / count;
  std::cout << fmt::format(
      "{}, {} evaluations: mean {:.6g}, reference {:.6g} ± {:.2g}; pulls: mean {:.2f}, width "
      "{:.2f}, within 1, 2, "
      "3 "
      "errors {:.1f}, {:.1f}, {:.1f} %; relative variance {:.3g} (median), {:.3g} (95 %), largest "
      "share {:.2g} (median), {:.2g} (95 %), warnings {:.0f} %\n",
      name, results.front().evaluations, value / count, exact, exact_error, mean,
      std::sqrt(squares / count - mean * mean), 100 * in_one / count, 100 * in_two / count,
      100 * in_three / count, variances[100], variances[190], shares[100], shares[190],
      100 * warnings / count);
}

}  // namespace

// Measurements (docs/notes/coverage.md): build/bin/test_series_references "[coverage]"
TEST_CASE("coverage of stated errors at low temperature, a cluster", "[.][coverage]") {
  const lattice::ModelOptions options = cold_cluster();
  const lattice::Model cluster = lattice::make_model(options);
  const double exact = exact_series(options, cluster, 2, 6).density[6];
  for (const double steps : {1e4, 1e6}) {
    print_coverage("four sites, Sobol", of_seeds(cold_plan(cluster, Draws::sobol, steps)), exact,
                   0);
    print_coverage("four sites, random", of_seeds(cold_plan(cluster, Draws::random, steps)), exact,
                   0);
  }
}

TEST_CASE("coverage of stated errors at low temperature, a lattice", "[.][coverage]") {
  const lattice::Model square = cold_square();
  Plan longest = cold_plan(square, Draws::random, 1e8);
  longest.seed = 1000;
  const OrderResult reference = integrate(longest).orders.at(0);
  for (const double steps : {1e4, 1e6}) {
    for (const Draws draws : {Draws::random, Draws::sobol}) {
      const std::string by = draws == Draws::sobol ? ", Sobol" : ", random";
      print_coverage("16 x 16 sites" + by, of_seeds(cold_plan(square, draws, steps)),
                     reference.value, reference.error);
    }
  }
}
