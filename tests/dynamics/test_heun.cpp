// The second-order baseline: it has another discretisation, and converges to what panels give.
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/dynamics/heun.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

namespace {

constexpr double exact_occupations[] = {0.45367587853, 0.2318288762, 0.079838741842, 0.051370276666,
                                        0.033421494665};

UniformTrajectory uniform(const Model& model, double step, double end, std::size_t correctors,
                          unsigned threads = 1) {
  UniformSteps steps;
  steps.step = step;
  steps.steps = static_cast<std::size_t>(std::llround(end / step));
  steps.correctors = correctors;
  steps.kicks = {{0.5, kick_between(2, 0, 1, 0.4)}};
  steps.threads = threads;
  return propagate_uniformly(model, steps, filled_valence(model));
}

double error_of_occupations(const UniformTrajectory& trajectory) {
  double largest = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    largest =
        std::max(largest, std::abs(trajectory.rho.back()[4 * k + 3].real() - exact_occupations[k]));
  }
  return largest;
}

double lost_particles(const UniformTrajectory& trajectory) {
  double largest = 0;
  for (const auto& rho : trajectory.rho) {
    const auto n = densities(2, rho);
    largest = std::max(largest, std::abs(n[0] + n[1] - 1));
  }
  return largest;
}

}  // namespace

TEST_CASE("heun converges to what panels give, with errors of the square of the step") {
  const Model model = two_bands({8}, 1.0);
  double before = 0;
  for (const double step : {0.1, 0.05, 0.025}) {
    const UniformTrajectory trajectory = uniform(model, step, 5, 3);
    const double error = error_of_occupations(trajectory);
    CHECK(lost_particles(trajectory) < 1e-13);
    INFO("step " << step << ": error " << error << ", before " << before);
    if (before > 0) CHECK(before / error == Approx(4).margin(0.1));
    before = error;
  }
}

TEST_CASE("heun at small steps", "[.long]") {
  const Model model = two_bands({8}, 1.0);
  CHECK(error_of_occupations(uniform(model, 0.0125, 5, 1, 2)) == Approx(3.1e-5).margin(1e-6));
  const double fine = error_of_occupations(uniform(model, 0.0125, 5, 3, 2));
  CHECK(fine == Approx(1.9e-5).margin(1e-6));
  CHECK(error_of_occupations(uniform(model, 0.025, 5, 3, 2)) / fine == Approx(4).margin(0.1));
}

TEST_CASE("heun: energy, threads, mean field") {
  const Model model = two_bands({4}, 1.0);
  const UniformTrajectory one = uniform(model, 0.05, 2, 2), two = uniform(model, 0.05, 2, 2, 3);
  CHECK(one.rho == two.rho);
  CHECK(one.energies == two.energies);
  const Trajectory panels = propagate(model, kicked(2), filled_valence(model));
  CHECK(one.energies.back() == Approx(panels.energy_at(2)).margin(2e-3));
  CHECK(one.energies.front() == Approx(panels.energy_at(0)).margin(1e-12));
  // At one k point the self-energy is zero, but for rounding.
  const auto born = uniform(two_bands({1}, 1.5), 0.05, 2, 3);
  const auto fock = uniform(two_bands({1}, 1.5, Approximation::hartree_fock), 0.05, 2, 3);
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    largest = std::max(largest, std::abs(born.rho.back()[i] - fock.rho.back()[i]));
  }
  CHECK(largest < 1e-12);
}

TEST_CASE("uniform steps out of range are refused") {
  const Model model = two_bands({4}, 1.0);
  const auto run = [&](auto change) {
    UniformSteps steps;
    steps.step = 0.1;
    steps.steps = 3;
    change(steps);
    propagate_uniformly(model, steps, filled_valence(model));
  };
  CHECK_THROWS_WITH(run([](auto& s) { s.step = 0; }), "found step = 0, expected a time after 0");
  CHECK_THROWS_WITH(run([](auto& s) { s.steps = 0; }), "found steps = 0, expected at least 1");
  CHECK_THROWS_WITH(run([](auto& s) { s.kicks = {{0.15, kick_between(2, 0, 1, 1)}}; }),
                    "found a kick at 0.15, expected a multiple of the step, 0.1");
  CHECK_THROWS_WITH(run([](auto& s) { s.most_bytes = 100; }),
                    "found 8.19e+03 bytes for G at 3 times, expected at most 100: a longer step, "
                    "fewer k points or a shorter time take less");
  CHECK_THROWS_WITH(run([](auto& s) { s.steps = std::size_t{1} << 40U; }),
                    "found more than 2^63 bytes for G at 1099511627776 times, expected at most "
                    "2^63: a longer step, fewer k points or a shorter time take less");
}
