// Markov chains around spanning trees against exact numbers and independent samples.
#include <catch2/catch.hpp>

#include <cmath>

#include "physics/series/results/run_table.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("chains around trees, orders 2 to 4, against exact diagonalisation") {
  for (const auto& [options, flavours] :
       {std::pair(cluster_options({{0}}, 0.4, 2), 3),
        std::pair(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5), 2),
        std::pair(cluster_options({{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}}, -0.4, 1), 2)}) {
    auto full = with_derivative(options);
    full.flavours = flavours;
    const lattice::Model model = lattice::make_model(full);
    const auto exact = exact_series(full, model, 4);
    const auto check = [&](std::vector<series::Term> terms) {
      Plan plan;
      plan.model = model;
      plan.terms = std::move(terms);
      plan.sampling = Sampling::tree;
      plan.walkers = 1024;
      plan.steps = 3e6;
      plan.warmup_steps = 512;
      const Result result = integrate(plan);
      INFO(order_table(result, true));
      for (const OrderResult& row : result.orders) {
        CHECK(row.sampling == "tree");
        CHECK(row.trustworthy);
        CHECK(row.acceptance > 0.2);
        CHECK(std::abs(row.value - exact.at(static_cast<std::size_t>(row.order))) < 4 * row.error);
        CHECK(row.error < 0.005 * std::abs(exact[1]));
      }
    };
    check(fixed_terms("hubbard_sun_cdet_density_fixed", 2, 4, flavours));
    auto measured = hubbard_terms("hubbard_sun_cdet_density", 2, 4, flavours);
    for (series::Term& term : measured) {
      term.all_labellings = true;
      term.params = {{"N", {double(flavours)}}};
    }
    check(measured);
  }
}

TEST_CASE("chains around trees on a lattice give what independent samples give") {
  auto options = with_derivative(lattice_options(lattice::Lattice::triangular, {4, 3}));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su3_cdet_density_fixed", 3, 4, 3);
  plan.warmup_steps = 512;
  plan.walkers = 1024;
  plan.steps = 4e6;
  const auto independent = integrate(plan).orders;
  plan.sampling = Sampling::tree;
  const auto chains = integrate(plan).orders;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    const OrderResult &a = independent[i], &b = chains[i];
    INFO(a.value << " ± " << a.error << ", " << b.value << " ± " << b.error << " "
                 << b.autocorrelation);
    CHECK(a.sampling == "independent");
    CHECK(b.sampling == "tree");
    CHECK(std::abs(a.value - b.value) < 4 * std::hypot(a.error, b.error));
    CHECK(b.error < 0.1 * std::abs(b.value));
    CHECK(a.mean_sign == Approx(b.mean_sign).margin(0.02));
  }

  const TemporaryFolder folder;
  plan.checkpoint = folder.path() / "run";
  plan.steps = 1e5;
  CHECK_FALSE(integrate(plan).orders == chains);
  plan.steps = 4e6;
  plan.resume = true;
  plan.threads = 1;
  CHECK(integrate(plan).orders == chains);
}
