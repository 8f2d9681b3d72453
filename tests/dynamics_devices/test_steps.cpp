// Steps on a uniform grid have the numbers of a processor on a device.
#include <random>

#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/row_files.h"
#include "physics/dynamics/device/device_uniform_grid.h"
#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/uniform_grid.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/cases.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

UniformSteps steps_of(const Case& c, std::size_t count) {
  UniformSteps steps;
  steps.step = 0.05;
  steps.steps = count;
  steps.correctors = 2;
  for (Kick kick : c.propagation.kicks) {
    kick.at = 0.2;
    steps.kicks.push_back(kick);
  }
  return steps;
}

std::unique_ptr<UniformGrid> grid_on_device(const Case& c, const UniformSteps& steps) {
  return std::make_unique<DeviceUniformGrid>(c.model, steps.step, steps.steps + 1, c.rho,
                                             test_settings());
}

double largest_difference(const std::vector<Complex>& one, const std::vector<Complex>& other) {
  REQUIRE(one.size() == other.size());
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double difference = std::abs(one[i] - other[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

void compare(const UniformPropagator& one, const UniformPropagator& other, double tolerance) {
  REQUIRE(one.step() == other.step());
  for (std::size_t step = 0; step <= one.step(); ++step) {
    INFO("step " << step);
    CHECK(largest_difference(one.trajectory().rho[step], other.trajectory().rho[step]) <=
          tolerance);
    CHECK(std::abs(one.trajectory().energies[step] - other.trajectory().energies[step]) <=
          tolerance);
    for (std::size_t k = 0; k < one.grid().points(); ++k) {
      CHECK(largest_difference(one.grid().row(k, step), other.grid().row(k, step)) <= tolerance);
    }
  }
}

void compare_steps(const Case& c, std::size_t count) {
  const UniformSteps steps = steps_of(c, count);
  UniformPropagator on_host(c.model, steps, c.rho),
      on_device(c.model, steps, grid_on_device(c, steps));
  while (!on_host.done()) on_host.advance();
  while (!on_device.done()) on_device.advance();
  compare(on_device, on_host, 1e-12);
}

}  // namespace

TEST_CASE("steps: the same numbers on a device") {
  SECTION("two bands, with a kick and U(t)") { compare_steps(bands_case({5}, 8, 1, 0), 12); }
  SECTION("one band") { compare_steps(cluster_case(1, 8, 1, 0), 6); }
  SECTION("three sites") { compare_steps(cluster_case(3, 4, 1, 0), 6); }
  SECTION("a mean field alone") {
    Case c = bands_case({4}, 6, 1, 0);
    c.model.interaction = std::make_shared<CompiledInteraction>(
        grammar_of("two_band_second_born"), std::vector<std::size_t>{4},
        TheoryOptions{.correlated = false, .machine_code = false});
    compare_steps(c, 6);
  }
  SECTION("equivalent points") {
    Case c = bands_case({4, 4}, 6, 1, 0);
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    c.rho = picked(map, 4, c.rho);
    c.model = of_kept_points(c.model, map);
    compare_steps(c, 6);
  }
}

TEST_CASE("steps: more times than a block of threads has columns at once") {
  const Case c = bands_case({2}, 8, 1, 0);
  constexpr std::size_t times = 301;
  UniformSteps steps;
  steps.step = 0.01;
  steps.steps = times;
  UniformPropagator on_host(c.model, steps, c.rho);
  UniformGrid& host = on_host.grid();
  DeviceUniformGrid device(c.model, 0.01, times + 1, c.rho, test_settings());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-0.1, 0.1);
  for (std::size_t time = 0; time < times; ++time) {
    for (std::size_t k = 0; k < 2; ++k) {
      std::vector<Complex> values(2 * 4 * (time + 1));
      for (Complex& value : values) value = {number(random), number(random)};
      host.restore_row(k, time, values);
      device.restore_row(k, time, values);
    }
  }
  std::vector<Complex> h(8);
  for (std::size_t k = 0; k < 2; ++k)
    h[4 * k] = 1, h[4 * k + 3] = -1, h[4 * k + 1] = h[4 * k + 2] = 0.5;
  for (UniformGrid* grid : {&host, static_cast<UniformGrid*>(&device)}) {
    grid->collide(times - 1, StepEnd::first);
    grid->advance(times - 1, h, false);
  }
  CHECK(std::abs(host.correlation() - device.correlation()) < 1e-12);
  for (std::size_t k = 0; k < 2; ++k)
    CHECK(largest_difference(host.row(k, times), device.row(k, times)) < 1e-12);
}

TEST_CASE("steps on a device resumed have the same bits, and processors take them over") {
  const Case c = bands_case({3}, 4, 1, 0);
  const UniformSteps steps = steps_of(c, 8);
  UniformPropagator whole(c.model, steps, grid_on_device(c, steps));
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  for (int step = 0; step < 4; ++step) whole.advance();
  RowFiles(path, digest).save(whole);
  while (!whole.done()) whole.advance();

  UniformPropagator resumed(c.model, steps, grid_on_device(c, steps));
  RowFiles(path, digest).restore(resumed);
  CHECK(resumed.step() == 4);
  while (!resumed.done()) resumed.advance();
  compare(resumed, whole, 0);

  UniformPropagator on_host(c.model, steps, c.rho);
  RowFiles(path, digest).restore(on_host);
  while (!on_host.done()) on_host.advance();
  compare(on_host, whole, 1e-12);
}

TEST_CASE("steps that devices do not take") {
  const Case c = bands_case({3}, 4, 1, 0);
  Model many = c.model;
  many.bands = 9;
  CHECK_THROWS_WITH(check_for_device_steps(many), "found 9 bands, expected at most 8 for steps");
  UniformSteps steps = steps_of(c, 8);
  steps.most_bytes = 1000;
  steps.is_triangle = true;
  CHECK_THROWS_WITH(UniformPropagator(c.model, steps, grid_on_device(c, steps)),
                    "found 3.07e+04 bytes for G at 8 times, expected at most 1e+03: a longer step, "
                    "fewer k points or a shorter time take less");
}
