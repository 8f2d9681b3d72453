// Order 6 to less than 1 %: a bias of 5 %, which errors of low orders or of short runs hide, is at least five standard deviations there.
#include <catch2/catch.hpp>

#include <cmath>

#include "tests/series_sampling/check_orders.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// Within four errors, and these below 1 %.
void check_order_six(Plan& plan, double exact) {
  plan.seed = 11;
  const Result result = series::integrate(plan);
  REQUIRE(result.orders.size() == 1);
  const OrderResult& six = result.orders.front();
  INFO("order 6: " << six.value << " ± " << six.error << ", exact " << exact << " " << six.warning);
  if (std::getenv("SHOW"))
    std::cout << six.value << " ± " << six.error << ", exact " << exact << "\n";
  CHECK(six.trustworthy);
  CHECK(six.error < 0.01 * std::abs(exact));
  CHECK(std::abs(six.value - exact) < 4 * six.error);
}

}  // namespace

TEST_CASE("order 6 of atoms to less than 1 %") {
  struct Case {
    int flavours;
    double mu, steps;
  };
  for (const Case& atom : {Case{6, 0.6, 3e7}, Case{3, 1.5, 4e7}}) {
    INFO("SU(" << atom.flavours << "), mu = " << atom.mu);
    Plan plan;
    plan.model = lattice::make_model(cluster_options({{0}}, atom.mu, 1));
    plan.terms = hubbard_terms("hubbard_sun_density", 6, 6, atom.flavours);
    plan.steps = atom.steps;
    check_order_six(plan, atom_series(atom.flavours, atom.mu, 6)[6]);
  }
}

TEST_CASE("order 6 of a dimer of unlike sites to less than 1 %") {
  lattice::ModelOptions options = cluster_options({{0.2, -1}, {-1, -0.3}}, 1.5, 1);
  options.flavours = 6;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_sun_density", 6, 6, 6);
  plan.steps = 3e7;
  check_order_six(plan, exact_series(options, plan.model, 6)[6]);
}
