#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>

#include <fmt/format.h>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/thread_pool.h"
#include "tests/series_sampling/check_orders.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// A small job: orders 1 to 3 of a dimer, a fraction of a second.
Plan small_plan() {
  Plan plan;
  plan.model = lattice::make_model(cluster_options({{0, -1}, {-1, 0.4}}, 0.3, 2));
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 3, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 256;
  plan.steps = 2e7;
  plan.seed = 99;
  return plan;
}

std::vector<OrderResult> orders_of(const Plan& plan, std::stop_token stop = {},
                                   const series::Progress& progress = {}) {
  return series::integrate(plan, progress, std::move(stop)).orders;
}

}  // namespace

TEST_CASE("the SU(N) atom, orders 1 to 6, against its partition function") {
  for (const int flavours : {2, 3, 6}) {
    const double beta = 2, mu = 0.3;
    Plan plan;
    plan.model = lattice::make_model(cluster_options({{0}}, mu, beta));
    plan.terms = hubbard_terms("hubbard_sun_density", 1, 6, flavours);
    plan.seed = 7;
    plan.steps = 1e7;
    const Result result = series::integrate(plan);
    std::vector<double> exact = atom_series(flavours, beta * mu, 6);
    for (std::size_t n = 0; n < exact.size(); ++n) exact[n] *= std::pow(beta, n);
    INFO("N = " << flavours);
    check_orders(result, exact, 0.3);
  }
}

TEST_CASE("a dimer and a plaquette, orders 1 to 5, against exact diagonalisation") {
  const std::vector<std::vector<double>> dimer = {{0, -1}, {-1, 0}};
  const std::vector<std::vector<double>> plaquette = {
      {0, -1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}, {-1, 0, -1, 0}};
  for (const double beta : {1.0, 3.0}) {
    for (const auto& hopping : {dimer, plaquette}) {
      lattice::ModelOptions options = cluster_options(hopping, -0.4, beta);
      Plan plan;
      plan.model = lattice::make_model(options);
      plan.terms = hubbard_terms("hubbard_sun_density", 1, 5, 2);
      plan.steps = 4e7;
      plan.weight_u = 2;
      INFO(hopping.size() << " sites, β = " << beta);
      check_orders(series::integrate(plan), exact_series(options, plan.model, 5), 0.5);
    }
  }
}

TEST_CASE("sites that differ are averaged over; SU(3); Hartree shift") {
  lattice::ModelOptions options =
      cluster_options({{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.6}}, 0.2, 1.5);
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 4, 2);
  plan.steps = 8e6;
  check_orders(series::integrate(plan), exact_series(options, plan.model, 4), 0.2);

  options = cluster_options({{0, -1}, {-1, 0}}, 0.2, 1.5);
  options.flavours = 3;
  options.hartree_shift = true;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_sun_density", 2, 4, 3);
  plan.steps = 4e7;
  plan.weight_u = 2;
  check_orders(series::integrate(plan), exact_series(options, plan.model, 4), 0.6);
}

TEST_CASE("the first coefficient on lattices is −(N − 1) n dn/dμ") {
  for (const lattice::Lattice lattice :
       {lattice::Lattice::chain, lattice::Lattice::square, lattice::Lattice::triangular,
        lattice::Lattice::honeycomb}) {
    for (const auto precision : {lattice::Precision::fp32, lattice::Precision::fp64}) {
      lattice::ModelOptions options;
      options.lattice = lattice;
      options.size = lattice == lattice::Lattice::chain ? std::vector<std::uint32_t>{12}
                                                        : std::vector<std::uint32_t>{10, 12};
      options.filling = 0.35;
      options.beta = 2.5;
      options.flavours = 4;
      options.precision = precision;
      Plan plan;
      plan.model = lattice::make_model(options);
      plan.terms = hubbard_terms(
          "hubbard_sun_density", 1, 1, 4,
          {.precision = precision == lattice::Precision::fp32 ? diagc::Precision::fp32
                                                              : diagc::Precision::fp64});
      plan.steps = 4e6;
      INFO(plan.model.description);
      check_orders(series::integrate(plan), {0, -3 * plan.model.filling * plan.model.dn_dmu}, 2e-3);
    }
  }
}

TEST_CASE("combinatorial summation and connected determinants give the same coefficients") {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::square;
  options.size = {6, 6};
  options.mu = -0.7;
  options.beta = 2;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.steps = 4e7;
  plan.weight_u = 2;
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 4, 2);
  const auto summation = orders_of(plan);
  plan.terms = hubbard_terms("hubbard_su2_cdet_density", 1, 4, 2);
  plan.seed = 2;
  const auto determinants = orders_of(plan);
  for (std::size_t i = 0; i < 4; ++i) {
    INFO("order " << i + 1 << ": " << summation[i].value << " ± " << summation[i].error << ", "
                  << determinants[i].value << " ± " << determinants[i].error);
    CHECK(std::abs(summation[i].value - determinants[i].value) <
          4 * std::hypot(summation[i].error, determinants[i].error));
    CHECK(summation[i].error < 0.2 * std::abs(determinants[i].value));
    CHECK((summation[i].trustworthy && determinants[i].trustworthy));
  }
}

namespace {

/// Coefficient of U² of the density per flavour with the Hartree shift, where all sites are alike, by sums over momenta:
/// (N − 1) times that of Σ(r, τ) = G(r, τ)² G(−r, −τ), and the line through it at equal times is ∂G/∂ξ, because G² = ∂G/∂ξ for 1 / (iω − ξ).
double second_order(const lattice::ModelOptions& options, const std::vector<double>& levels,
                    double mu) {
  const std::size_t sites = levels.size(), extent = options.size[1];
  const auto phase = [&](std::size_t k, std::size_t r) {
    const std::size_t turns0 = (k / extent) * (r / extent), turns1 = (k % extent) * (r % extent);
    return std::cos(2 * M_PI *
                    (static_cast<double>(turns0) / options.size[0] +
                     static_cast<double>(turns1) / options.size[1]));
  };
  const double nodes[] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                          0.9061798459386640};
  const double weights[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                            0.4786286704993665, 0.2369268850561891};
  constexpr int intervals = 24;
  double sum = 0;
  for (int point = 0; point < 5 * intervals; ++point) {
    const int interval = point / 5;
    const double tau = options.beta * (interval + (1 + nodes[point % 5]) / 2) / intervals;
    std::vector<double> there(sites), back(sites), ahead(sites), behind(sites);
    for (std::size_t k = 0; k < sites; ++k) {
      const double xi = levels[k] - mu, f = 1 / (1 + std::exp(options.beta * xi));
      there[k] = -(1 - f) * std::exp(-xi * tau);
      back[k] = f * std::exp(xi * tau);
    }
    for (std::size_t r = 0; r < sites; ++r) {
      for (std::size_t k = 0; k < sites; ++k) {
        ahead[r] += there[k] * phase(k, r) / static_cast<double>(sites);
        behind[r] += back[k] * phase(k, r) / static_cast<double>(sites);
      }
    }
    for (std::size_t k = 0; k < sites; ++k) {
      const double f = 1 / (1 + std::exp(options.beta * (levels[k] - mu)));
      double sigma = 0;
      for (std::size_t r = 0; r < sites; ++r) {
        sigma += ahead[r] * ahead[r] * behind[r] * phase(k, r);
      }
      sum += weights[point % 5] / 2 * options.beta / intervals * back[k] *
             (tau - options.beta * (1 - f)) * sigma / static_cast<double>(sites);
    }
  }
  return -(options.flavours - 1) * sum;
}

std::vector<double> levels_of(const lattice::ModelOptions& options) {
  std::vector<double> levels;
  for (std::uint32_t i = 0; i < options.size[0]; ++i) {
    for (std::uint32_t j = 0; j < options.size[1]; ++j) {
      const double a = 2 * M_PI * i / options.size[0], b = 2 * M_PI * j / options.size[1];
      levels.push_back(options.lattice == lattice::Lattice::triangular
                           ? -2 * (std::cos(a) + std::cos(b) + std::cos(a - b))
                           : -2 * (std::cos(a) + std::cos(b)) -
                                 4 * options.t_prime * std::cos(a) * std::cos(b));
    }
  }
  return levels;
}

}  // namespace

TEST_CASE("the second coefficient on lattices, with the Hartree shift, against sums over momenta") {
  struct Case {
    lattice::Lattice lattice;
    std::vector<std::uint32_t> size;
    double t_prime, filling, beta;
    int flavours;
  };
  for (const Case& which : {Case{lattice::Lattice::triangular, {6, 8}, 0, 0.4, 2, 3},
                            Case{lattice::Lattice::square, {8, 6}, -0.2, 0.35, 3, 2}}) {
    for (const auto precision : {lattice::Precision::fp32, lattice::Precision::fp64}) {
      lattice::ModelOptions options;
      options.lattice = which.lattice;
      options.size = which.size;
      options.t_prime = which.t_prime;
      options.filling = which.filling;
      options.beta = which.beta;
      options.flavours = which.flavours;
      options.hartree_shift = true;
      options.precision = precision;
      Plan plan;
      plan.model = lattice::make_model(options);
      plan.terms = hubbard_terms(
          "hubbard_sun_density", 2, 2, which.flavours,
          {.precision = precision == lattice::Precision::fp32 ? diagc::Precision::fp32
                                                              : diagc::Precision::fp64});
      plan.steps = 4e7;
      INFO(plan.model.description);
      const double exact = second_order(options, levels_of(options), plan.model.mu);
      check_orders(series::integrate(plan), {0, 0, exact}, 0.01);
    }
  }
}

TEST_CASE("the infinite triangular lattice against FastFeynmanDiagrammatics", "[slow]") {
  // arXiv:2209.09237: orders 2, 3, 4 at half filling of U = 0, Hartree-shifted; the sign depends on that of t. At filling 1/2 order 2
  // is 1.393452e-3, as second_order() gives it on 96 × 96 sites; the published number is that of a filling of 0.50015.
  constexpr double other_filling = 1e-3;
  const double magnitudes[] = {1.392400e-3, 2.036755e-4, 1.18035e-5};
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::triangular;
  options.filling = 0.5;
  options.beta = 2;
  options.hartree_shift = true;
  options.infinite_bound = 1e-5;
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_su2_cdet_density", 2, 4, 2);
  plan.steps = 1e9;
  plan.weight_u = 4;
  for (const OrderResult& order : orders_of(plan)) {
    const double expected = magnitudes[order.order - 2];
    const std::string line =
        fmt::format("order {}: {:.8g} ± {:.2g}, expected ±{:.8g} {}", order.order, order.value,
                    order.error, expected, order.warning);
    if (std::getenv("SHOW")) std::cout << plan.model.description << " " << line << "\n";
    INFO(line);
    CHECK(std::abs(std::abs(order.value) - expected) < 5 * order.error + other_filling * expected);
    CHECK(order.error < 0.02 * expected);
    CHECK(order.trustworthy);
  }
}

TEST_CASE("results are the same to the last bit for 1, 2 and 4 threads") {
  Plan plan = small_plan();
  plan.threads = 1;
  const auto one = orders_of(plan);
  for (const unsigned threads : {2U, 4U}) {
    plan.threads = threads;
    CHECK(orders_of(plan) == one);
  }
  plan.seed = 100;
  CHECK(orders_of(plan) != one);
}

TEST_CASE("a run that is stopped and resumed ends as one that was not") {
  const TemporaryFolder folder;
  Plan plan = small_plan();
  const auto uninterrupted = orders_of(plan);

  plan.checkpoint = folder / "run.checkpoint";
  plan.checkpoint_seconds = 0;
  plan.steps = 6e6;
  const auto part = orders_of(plan);
  CHECK(part != uninterrupted);
  plan.steps = 2e7;
  plan.resume = true;
  plan.threads = 2;
  CHECK(orders_of(plan) == uninterrupted);

  SECTION("from the middle of a round, which is given up") {
    plan.resume = false;
    plan.steps = 1e12;
    std::stop_source stop;
    const auto stopped = orders_of(plan, stop.get_token(), [&](const Snapshot& snapshot) {
      if (snapshot.stage == "sampling" && snapshot.so_far.run.steps > 0) stop.request_stop();
    });
    REQUIRE(stopped.front().steps > 0);
    plan.resume = true;
    plan.steps = 1.0;  // reached already: what was saved comes back
    CHECK(orders_of(plan) == stopped);
  }
  SECTION("that belongs to another job is refused") {
    plan.seed = 5;
    CHECK_THROWS_WITH(series::integrate(plan),
                      plan.checkpoint.string() +
                          ": found a checkpoint that cannot be resumed: it belongs to another job: "
                          "order 1, seed: found 99, expected 5; expected one that this job has "
                          "written");
  }
  SECTION("that is damaged is refused") {
    std::filesystem::resize_file(plan.checkpoint, std::filesystem::file_size(plan.checkpoint) - 1);
    CHECK_THROWS_WITH(series::integrate(plan),
                      plan.checkpoint.string() +
                          ": found a checkpoint that cannot be resumed: it is damaged; expected "
                          "one that this job has written");
  }
}

TEST_CASE("pulls of 200 seeds have mean 0 and width 1", "[slow]") {
  lattice::ModelOptions options = cluster_options({{0, -1}, {-1, 0}}, 0.3, 2);
  Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 4, 2);
  plan.walkers = 2048;
  plan.warmup_steps = 256;
  plan.steps = 1.5e6;
  const std::vector<double> exact = exact_series(options, plan.model, 4);
  constexpr int seeds = 200;
  std::vector<double> sum(5), squares(5);
  for (int seed = 0; seed < seeds; ++seed) {
    plan.seed = static_cast<std::uint64_t>(seed) * 0x9E3779B97F4A7C15U + 1;
    for (const OrderResult& order : orders_of(plan)) {
      const auto n = static_cast<std::size_t>(order.order);
      const double pull = (order.value - exact[n]) / order.error;
      sum[n] += pull;
      squares[n] += pull * pull;
    }
  }
  for (std::size_t n = 1; n <= 4; ++n) {
    const double mean = sum[n] / seeds, width = std::sqrt(squares[n] / seeds - mean * mean);
    if (std::getenv("SHOW"))
      std::cout << fmt::format("order {}: mean {:.3f}, width {:.3f}\n", n, mean, width);
    INFO("order " << n);
    CHECK(std::abs(mean) < 4 / std::sqrt(seeds));
    CHECK(std::abs(width - 1) < 4 / std::sqrt(2.0 * seeds));
  }
}
