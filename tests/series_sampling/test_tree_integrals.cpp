// Integrals by independent samples from all spanning trees: exact numbers, variances, threads, ranks, resumption, heavy tails.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "physics/series/results/run_table.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("an order of one vertex is exact") {
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 2));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", 1, 1, 2);
  plan.steps = 1;
  const Result result = integrate(plan);
  REQUIRE(result.orders.size() == 1);
  CHECK(result.orders[0].value == Approx(exact_series(options, plan.model, 1)[1]).epsilon(1e-9));
  CHECK(result.orders[0].error == 0);
  CHECK(result.orders[0].sampling.empty());
}

TEST_CASE("independent samples of clusters, orders 1 to 5, against exact diagonalisation") {
  for (const auto& [options, flavours] :
       {std::pair(cluster_options({{0}}, 0.4, 2), 3),
        std::pair(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5), 2),
        std::pair(cluster_options({{0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}}, -0.4, 1), 2)}) {
    auto full = with_derivative(options);
    full.flavours = flavours;
    const lattice::Model model = lattice::make_model(full);
    const auto exact = exact_series(full, model, 5);
    const auto check = [&](std::vector<series::Term> terms) {
      Plan plan;
      plan.model = model;
      plan.terms = std::move(terms);
      plan.steps = 1.5e6;
      plan.warmup_steps = 512;
      const Result result = integrate(plan);
      INFO(order_table(result, true));
      for (const OrderResult& row : result.orders) {
        CHECK(row.sampling == (row.error == 0 ? "" : "independent"));
        CHECK(row.trustworthy);
        CHECK(std::abs(row.value - exact.at(static_cast<std::size_t>(row.order))) <
              4 * row.error + 1e-9);
        CHECK(row.error < 0.002 * std::abs(exact[1]));
      }
    };
    check(fixed_terms("hubbard_sun_cdet_density_fixed", 1, 5, flavours));
    auto measured = hubbard_terms("hubbard_sun_cdet_density", 1, 5, flavours);
    for (series::Term& term : measured) {
      term.all_labellings = true;
      term.params = {{"N", {double(flavours)}}};
    }
    check(measured);
  }
}

TEST_CASE("SU(6) at T = 0.3: coefficients and relative variances", "[slow]") {
  auto options = with_derivative(lattice_options(lattice::Lattice::square, {16, 16}));
  options.filling = 0.3;
  options.beta = 1 / 0.3;
  options.flavours = 6;
  options.hartree_shift = true;
  Plan plan;
  plan.model = lattice::make_model(options);
  const char* const last = std::getenv("DIAGC_LAST_ORDER");
  plan.terms = fixed_terms("hubbard_sun_cdet_density_fixed", 2, last ? std::stoul(last) : 5, 6);
  plan.steps = 1e6 * static_cast<double>(plan.terms.size());
  plan.weight_u = 1;
  const Result result = integrate(plan);
  if (std::getenv("SHOW")) std::cout << order_table(result, true);
  // By the prototype of independent samples.
  const std::vector<double> value = {0,        0,        0.0140185, -0.017988,
                                     0.018227, -0.01785, 0.01761,   -0.01808},
                            error = {0, 0, 6e-7, 4e-6, 1.3e-5, 4e-5, 6e-5, 1.2e-4},
                            variance = {0, 0, 0.11, 2.7, 8.1, 22, 60, 153};
  for (const OrderResult& row : result.orders) {
    const auto n = static_cast<std::size_t>(row.order);
    CHECK(std::abs(row.value - value[n]) < 4 * std::hypot(row.error, error[n]));
    CHECK(row.relative_variance < (n == 2 ? 2 : 1.3) * variance[n]);
  }
}

TEST_CASE(
    "independent samples are the same to the last bit for 1, 2 and 4 threads, resumed or not") {
  const TemporaryFolder folder;
  const auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5));
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 1, 4, 2);
  plan.warmup_steps = 256;
  plan.walkers = 2000;
  plan.steps = 6e6;
  const auto run = [&](unsigned threads, runs::Ranks* ranks = nullptr) {
    plan.threads = threads;
    plan.ranks = ranks;
    return integrate(plan).orders;
  };
  const auto random = [&] {
    Plan other = plan;
    other.draws = Draws::random;
    return integrate(other).orders;
  }();
  const auto one = run(1);
  for (std::size_t i = 1; i < one.size(); ++i) {
    INFO(one[i].value << " ± " << one[i].error << ", " << random[i].value << " ± "
                      << random[i].error);
    CHECK(one[i].draws == "sobol");
    CHECK(random[i].draws == "random");
    CHECK(std::abs(one[i].value - random[i].value) < 5 * std::hypot(one[i].error, random[i].error));
    CHECK(one[i].relative_variance < 0.7 * random[i].relative_variance);
  }
  CHECK(run(2) == one);
  CHECK(run(4) == one);
  for (const int size : {2, 3}) {
    std::vector<std::vector<OrderResult>> of_ranks(static_cast<std::size_t>(size));
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      Plan own = plan;
      own.threads = 1;
      own.ranks = &ranks;
      of_ranks[static_cast<std::size_t>(ranks.rank())] = integrate(own).orders;
    });
    for (const auto& orders : of_ranks) CHECK(orders == one);
  }

  plan.checkpoint = folder.path() / "run";
  plan.steps = 3e5;
  const auto early = run(2);
  CHECK_FALSE(early == one);
  plan.steps = 6e6;
  plan.resume = true;
  CHECK(run(2) == one);
  // Tables and sums are all there is: 8 bytes a number, and no places of members.
  const auto bytes = std::filesystem::file_size(plan.checkpoint);
  INFO(bytes);
  CHECK(bytes < 1'000'000);
}

TEST_CASE("heavy tails are told") {
  auto options = with_derivative(lattice_options(lattice::Lattice::square, {16, 16}));
  options.filling = 0.4285;
  options.beta = 8;
  options.hartree_shift = true;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 6, 6, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 512;
  plan.costs = CostModel{.step = 1e-4, .pair = 0, .operation = 0};  // for short rounds
  plan.steps = 2048;
  plan.sampling = Sampling::independent;
  plan.draws = Draws::random;
  const OrderResult few = integrate(plan).orders.front();
  INFO(few.largest_share << " " << few.warning);
  CHECK_FALSE(few.trustworthy);
  CHECK(few.warning.find("heavy tails: one of") != std::string::npos);
  CHECK(few.largest_share > 0.02);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 2, 2, 2);
  const OrderResult light = integrate(plan).orders.front();
  INFO(light.warning);
  CHECK(light.trustworthy);
  CHECK(light.largest_share < 0.01);
}
