// What a tolerance promises, on random jobs.
#include <cmath>
#include <cstdlib>
#include <random>

#include <catch2/catch.hpp>

#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/starts/correlated.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

namespace {

unsigned tolerance_seed() {
  const char* seed = std::getenv("DIAGC_TEST_SEED");
  return seed ? static_cast<unsigned>(std::atoi(seed)) : 17;
}

struct RandomJob {
  Model model;
  Propagation propagation;
  std::string text;
};

/// A ramp of U up to 4, a pulse of a field, sometimes a kick.
RandomJob random_job(unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  RandomJob job;
  job.model = two_bands({4}, 0);
  const double from = between(0, 4), to = between(0, 4), ramp_at = between(0, 4),
               ramp_width = between(0.3, 2), field = between(0, 1.5), pulse_at = between(0, 4),
               pulse_width = between(0.3, 1), frequency = between(0, 3);
  job.model.vertex = [=](double t) {
    return from + (to - from) * (1 + std::tanh((t - ramp_at) / ramp_width)) / 2;
  };
  job.model.field = [=](double t) {
    const double x = (t - pulse_at) / pulse_width;
    return field * std::exp(-x * x / 2) * std::cos(frequency * t);
  };
  job.model.dipole = {0, 1, 1, 0};
  job.propagation.end = 4;
  job.propagation.order = random() % 2 == 0 ? 8 : 5;
  job.propagation.tolerance = std::pow(10, -between(4, job.propagation.order == 8 ? 7 : 5));
  if (random() % 3 == 0) {
    job.propagation.kicks = {{between(0, 3.9), kick_between(2, 0, 1, between(0, 1))}};
  }
  job.text = "seed " + std::to_string(seed) + ", tolerance " +
             std::to_string(std::log10(job.propagation.tolerance)) + ", order " +
             std::to_string(job.propagation.order) + ", U " + std::to_string(from) + " to " +
             std::to_string(to);
  return job;
}

void check_random_job(unsigned seed) {
  RandomJob job = random_job(seed);
  const auto rho = filled_valence(job.model);
  const Trajectory found = propagate(job.model, job.propagation, rho);
  const double tolerance = job.propagation.tolerance;
  job.propagation.tolerance *= 1e-3;
  job.propagation.order = 10;
  const Trajectory exact = propagate(job.model, job.propagation, rho);
  double largest = 0;
  for (std::size_t node = 0; node < found.times().size(); ++node) {
    const double time = found.times()[node];
    const auto a = found.rho(node);
    const auto b = exact.rho_at(time);
    for (std::size_t i = 0; i < b.size(); i += 4) {
      largest = std::max({largest, std::abs(a[i] - b[i]), std::abs(a[i + 3] - b[i + 3])});
    }
    largest = std::max(largest, std::abs(found.energy(node) - exact.energy_at(time)));
  }
  INFO(job.text << ": error " << largest / tolerance << " tolerances, " << found.times().size()
                << " nodes, reference " << exact.times().size());
  CHECK(std::isfinite(largest));
  CHECK(largest < 10 * tolerance);
  // A tolerance that is missed by far on the other side only costs time.
  CHECK(largest > 1e-5 * tolerance);
}

}  // namespace

TEST_CASE("errors stay below ten tolerances") {
  for (unsigned job = 0; job < 20; ++job) check_random_job(tolerance_seed() + job);
}

TEST_CASE("errors stay below ten tolerances, many jobs", "[.long]") {
  for (unsigned job = 0; job < 40; ++job) check_random_job(100 * tolerance_seed() + job);
}

TEST_CASE("energies after correlated starts stay within ten tolerances") {
  std::mt19937 random(tolerance_seed());
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int job = 0; job < 6; ++job) {
    Model model;
    model.grid = {1};
    model.bands = 2;
    model.h = {0, -1, -1, between(-1, 1)};
    model.interaction = std::make_shared<HubbardSecondBorn>(model.grid, 2);
    const double vertex = between(0.5, 3), beta = between(0.5, 4), potential = between(0, 3);
    model.vertex = [vertex](double) { return vertex; };
    if (job % 2 == 1) model.jumps = {{0, {potential, 0, 0, 0}}};
    const CorrelatedStart start = correlated_start(
        model, {.beta = beta, .mu = {}, .filling = between(0.3, 0.7), .vertex = vertex});
    Propagation propagation;
    propagation.end = 1.5;
    propagation.breaks = {0};
    propagation.order = job % 3 == 0 ? 6 : 8;
    propagation.tolerance = std::pow(10, -between(5, job % 3 == 0 ? 6 : 8));
    const auto propagated_to = [&](const Propagation& how) {
      TwoTime past(1, 2, radau(how.order), start.rho, start.branch);
      return propagate(model, how, past);
    };
    const Trajectory found = propagated_to(propagation);
    Propagation finer = propagation;
    finer.tolerance *= 1e-3;
    finer.order = 10;
    const Trajectory exact = propagated_to(finer);
    double largest = 0;
    for (std::size_t node = 0; node < found.times().size(); ++node)
      largest =
          std::max(largest, std::abs(found.energy(node) - exact.energy_at(found.times()[node])));
    INFO("job " << job << ": U " << vertex << ", beta " << beta << ", tolerance "
                << propagation.tolerance << ", order " << propagation.order << ": "
                << largest / propagation.tolerance << " tolerances");
    CHECK(largest < 10 * propagation.tolerance);
  }
}
