// Several devices have the numbers of one.
#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/device/devices_engine.h"
#include "physics/dynamics/device/devices_uniform_grid.h"
#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/starts/correlated.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/cuda/nccl.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/cases.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

DeviceSettings both_devices() {
  DeviceSettings settings = test_settings();
  settings.devices = {0, 1};
  return settings;
}

bool has_two() {
  if (cuda::devices().size() > 1) return true;
  WARN("skipped: one device");
  return false;
}

void compare_devices(const Case& c, DeviceWay way) {
  DeviceEngine one(c.model, c.propagation.order, c.rho, test_settings(), {}, c.branch);
  DevicesEngine two(c.model, c.propagation.order, c.rho, both_devices(), &way, c.branch);
  Propagator on_one(c.model, c.propagation, one), on_two(c.model, c.propagation, two);
  while (!on_one.done()) on_one.advance();
  while (!on_two.done()) on_two.advance();
  compare(on_two.trajectory(), on_one.trajectory(), 1e-12);
  compare(two, one, 1e-12);
  for (std::size_t panel = 0; c.branch && panel < one.times().panels(); ++panel)
    CHECK(largest_difference(two.rows(panel).mixed, one.rows(panel).mixed) < 1e-12);
}

/// Two bands with interaction at t = 0, which a kick and U(t) change.
Case correlated_bands(std::vector<std::size_t> grid) {
  Case c = bands_case(std::move(grid), 4, 0.6, 0.3);
  const CorrelatedStart start =
      correlated_start(c.model, {.beta = 2, .mu = {}, .filling = 0.5, .vertex = 1.0});
  c.rho = start.rho;
  c.branch = start.branch;
  return c;
}

UniformSteps steps_to(const Case& c, std::size_t count) {
  UniformSteps steps;
  steps.step = 0.125;
  steps.steps = count;
  steps.correctors = 2;
  steps.kicks = c.propagation.kicks;
  return steps;
}

void compare_steps(const UniformPropagator& one, const UniformPropagator& other) {
  const UniformTrajectory &own = one.trajectory(), &expected = other.trajectory();
  REQUIRE(own.times == expected.times);
  double largest = 0;
  for (std::size_t step = 0; step < own.times.size(); ++step) {
    largest = std::max(largest, std::abs(own.energies[step] - expected.energies[step]));
    for (std::size_t i = 0; i < own.rho[step].size(); ++i)
      largest = std::max(largest, std::abs(own.rho[step][i] - expected.rho[step][i]));
  }
  CHECK(largest < 1e-12);
}

}  // namespace

TEST_CASE("two devices: the same numbers as one", "[two]") {
  if (!has_two()) return;
  SECTION("an odd number of points") {
    compare_devices(bands_case({5}, 8, 1.5, 0.5), DeviceWay::copies);
  }
  SECTION("through the host") { compare_devices(bands_case({3}, 4, 1, 0.25), DeviceWay::host); }
  SECTION("by NCCL") {
    if (!cuda::why_no_nccl().empty()) return;
    compare_devices(bands_case({5}, 8, 1.5, 0.5), DeviceWay::nccl);
  }
  SECTION("rows and Σ in several pieces") {
    Case c = bands_case({2}, 2, 0.8, 0.05);
    c.propagation.tolerance = 1e-5;
    compare_devices(c, DeviceWay::copies);
    // Packed among arrays that have room for it.
    compare_devices(c, DeviceWay::host);
    if (cuda::why_no_nccl().empty()) compare_devices(c, DeviceWay::nccl);
  }
  SECTION("rows of the first points come while the history of the others is made") {
    // Each device has points for one and a half rounds of its blocks of threads.
    const cuda::Device device(0);
    const auto places = 2 * static_cast<std::size_t>(device.info().multiprocessors);
    Case c = bands_case({3 * places}, 4, 0.6, 0.1);
    compare_devices(c, DeviceWay::copies);
    compare_devices(c, DeviceWay::host);
  }
  SECTION("rows at the other's points are solved for where they are read") {
    // Panels of two sweeps, so many that each device has three pieces of columns, and points for two rounds of its blocks of threads.
    const auto multiprocessors = static_cast<std::size_t>(cuda::Device(0).info().multiprocessors);
    const std::size_t panels = 9 * std::clamp<std::size_t>(multiprocessors / 16, 1, 4);
    constexpr double step = 0.1;
    Case c = bands_case({8 * multiprocessors}, 4, step * static_cast<double>(panels), step);
    c.propagation.tolerance = 1e-3;
    c.propagation.kicks.front().at = 0;
    compare_devices(c, DeviceWay::copies);
  }
  SECTION("equivalent points") {
    Case c = bands_case({4, 4}, 4, 0.8, 0.4);
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    c.rho = picked(map, 4, c.rho);
    c.model = of_kept_points(c.model, map);
    compare_devices(c, DeviceWay::copies);
  }
  SECTION("self-energies whose arrays lanes have, points of each device in whole boxes") {
    compare_devices(bands_case({256}, 2, 0.6, 0.3), DeviceWay::copies);
  }
  SECTION("the same where they are none") {
    compare_devices(bands_case({64}, 4, 0.6, 0.3), DeviceWay::copies);
  }
  SECTION("old panels forgotten") {
    Case c = bands_case({3}, 4, 1.2, 0.2);
    c.propagation.memory = 0.5;
    compare_devices(c, DeviceWay::copies);
  }
  SECTION("old panels in single precision") {
    Case c = bands_case({3}, 4, 1.2, 0.2);
    c.propagation.compact = 0.5;
    compare_devices(c, DeviceWay::copies);
  }
}

TEST_CASE("two devices: a correlated start", "[two]") {
  if (!has_two()) return;
  SECTION("copies") { compare_devices(correlated_bands({3}), DeviceWay::copies); }
  SECTION("through the host") { compare_devices(correlated_bands({3}), DeviceWay::host); }
  SECTION("equivalent points") {
    Case c = correlated_bands({5});
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    REQUIRE(map.kept.size() == 3);
    c.rho = picked(map, 4, c.rho);
    c.model = of_kept_points(c.model, map);
    const CorrelatedStart start =
        correlated_start(c.model, {.beta = 2, .mu = {}, .filling = 0.5, .vertex = 1.0});
    c.rho = start.rho;
    c.branch = start.branch;
    compare_devices(c, DeviceWay::copies);
  }
}

TEST_CASE("two devices: a correlated start resumed from their checkpoint, and on one", "[two]") {
  if (!has_two()) return;
  const Case c = correlated_bands({3});
  DevicesEngine whole(c.model, 4, c.rho, both_devices(), nullptr, c.branch);
  Propagator uninterrupted(c.model, c.propagation, whole);
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  uninterrupted.advance();
  PanelFiles(path, digest).save(uninterrupted);
  while (!uninterrupted.done()) uninterrupted.advance();

  DevicesEngine two(c.model, 4, c.rho, both_devices(), nullptr, c.branch);
  DeviceEngine one(c.model, 4, c.rho, test_settings(), {}, c.branch);
  for (Engine* engine : {static_cast<Engine*>(&two), static_cast<Engine*>(&one)}) {
    Propagator resumed(c.model, c.propagation, *engine);
    PanelFiles(path, digest).restore(resumed);
    while (!resumed.done()) resumed.advance();
    const double tolerance = engine == &two ? 1e-300 : 1e-12;
    compare(*engine, whole, tolerance);
    CHECK(largest_difference(engine->rows(1).mixed, whole.rows(1).mixed) < tolerance);
  }
  CHECK(largest_difference(two.past().rows(1).mixed, one.past().rows(1).mixed) < 1e-12);
}

TEST_CASE("two devices: steps of heun", "[two]") {
  if (!has_two()) return;
  const Case c = bands_case({5}, 4, 1, 0);
  const UniformSteps steps = steps_to(c, 8);
  UniformPropagator one(c.model, steps,
                        std::make_unique<DeviceUniformGrid>(c.model, steps.step, steps.steps + 1,
                                                            c.rho, test_settings()));
  while (!one.done()) one.advance();
  for (const DeviceWay way : {DeviceWay::copies, DeviceWay::host}) {
    UniformPropagator two(c.model, steps,
                          std::make_unique<DevicesUniformGrid>(c.model, steps.step, steps.steps + 1,
                                                               c.rho, both_devices(), &way));
    while (!two.done()) two.advance();
    compare_steps(two, one);
    for (std::size_t point = 0; point < 5; ++point) {
      const std::vector<Complex> own = two.grid().row(point, 7), other = one.grid().row(point, 7);
      REQUIRE(own.size() == other.size());
      double largest = 0;
      for (std::size_t i = 0; i < own.size(); ++i)
        largest = std::max(largest, std::abs(own[i] - other[i]));
      CHECK(largest < 1e-12);
    }
  }
}

TEST_CASE("two devices: resumed from each other's checkpoints, and on one", "[two]") {
  if (!has_two()) return;
  const Case c = bands_case({5}, 4, 1.5, 0.25);
  DevicesEngine whole(c.model, 4, c.rho, both_devices());
  Propagator uninterrupted(c.model, c.propagation, whole);
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  for (int panel = 0; panel < 3; ++panel) uninterrupted.advance();
  PanelFiles(path, digest).save(uninterrupted);
  while (!uninterrupted.done()) uninterrupted.advance();

  DevicesEngine two(c.model, 4, c.rho, both_devices());
  Propagator on_two(c.model, c.propagation, two);
  PanelFiles(path, digest).restore(on_two);
  while (!on_two.done()) on_two.advance();
  compare(two, whole, 1e-300);
  compare(on_two.trajectory(), uninterrupted.trajectory(), 1e-300);

  DeviceEngine one(c.model, 4, c.rho, test_settings());
  Propagator on_one(c.model, c.propagation, one);
  PanelFiles(path, digest).restore(on_one);
  while (!on_one.done()) on_one.advance();
  compare(one, whole, 1e-12);
  const TwoTime& past = two.past();
  CHECK(largest_difference(past.rows(5).lesser, one.past().rows(5).lesser) < 1e-12);
}

// As processes of MPI do, each with a device; here both have the same one.
TEST_CASE("ranks with a device each, through the host's memory") {
  const Case c = bands_case({5}, 4, 1, 0.25);
  DeviceEngine one(c.model, 4, c.rho, test_settings());
  Propagator on_one(c.model, c.propagation, one);
  while (!on_one.done()) on_one.advance();
  std::vector<int> same(2);
  runs::RankThreads(2).run([&](runs::Ranks& ranks) {
    const PointShare share(c.model.points(), ranks, exchange_of_threads(ranks));
    const DeviceSettings settings = test_settings();
    const auto exchange = exchange_of_devices(cuda::Device(0), share, false);
    DeviceEngine engine(c.model, 4, c.rho, settings, {&share, exchange.get()});
    Propagator propagator(c.model, c.propagation, engine);
    while (!propagator.done()) propagator.advance();
    double largest = 0;
    for (std::size_t node = 0; node < on_one.trajectory().times().size(); ++node) {
      const auto &own = propagator.trajectory().rho(node), &other = on_one.trajectory().rho(node);
      for (std::size_t i = 0; i < own.size(); ++i) {
        largest = std::max(largest, std::abs(own[i] - other[i]));
      }
    }
    same[share.rank()] = engine.own_points() == share.count() && largest < 1e-12;
  });
  CHECK(same == std::vector<int>{1, 1});
}

TEST_CASE("ranks with a device each: correlated starts, and steps of heun") {
  const Case c = correlated_bands({3});
  DeviceEngine one(c.model, 4, c.rho, test_settings(), {}, c.branch);
  Propagator on_one(c.model, c.propagation, one);
  while (!on_one.done()) on_one.advance();
  const UniformSteps steps = steps_to(c, 6);
  UniformPropagator steps_of_one(c.model, steps,
                                 std::make_unique<DeviceUniformGrid>(
                                     c.model, steps.step, steps.steps + 1, c.rho, test_settings()));
  while (!steps_of_one.done()) steps_of_one.advance();
  std::vector<double> differences(4);
  runs::RankThreads(2).run([&](runs::Ranks& ranks) {
    const PointShare share(c.model.points(), ranks, exchange_of_threads(ranks));
    const auto exchange = exchange_of_devices(cuda::Device(0), share, false);
    DeviceEngine engine(c.model, 4, c.rho, test_settings(), {&share, exchange.get()}, c.branch);
    Propagator propagator(c.model, c.propagation, engine);
    while (!propagator.done()) propagator.advance();
    UniformPropagator own_steps(c.model, steps,
                                std::make_unique<DeviceUniformGrid>(
                                    c.model, steps.step, steps.steps + 1, c.rho, test_settings(),
                                    &share, exchange_of_devices(cuda::Device(0), share, false)));
    while (!own_steps.done()) own_steps.advance();
    const auto largest = [](const std::vector<Complex>& own, const std::vector<Complex>& other) {
      double difference = own.size() == other.size() ? 0 : 1;
      for (std::size_t i = 0; difference < 1 && i < own.size(); ++i)
        difference = std::max(difference, std::abs(own[i] - other[i]));
      return difference;
    };
    differences[2 * share.rank()] =
        largest(propagator.trajectory().rho_at(0.6), on_one.trajectory().rho_at(0.6));
    differences[2 * share.rank() + 1] =
        largest(own_steps.trajectory().rho.back(), steps_of_one.trajectory().rho.back());
  });
  for (const double difference : differences) CHECK(difference < 1e-12);
}

TEST_CASE("two devices begin panels anew, or leave them", "[two]") {
  if (!has_two()) return;
  const Case c = bands_case({5}, 4, 1, 0.25);
  const PanelSettings settings{.tolerance = 1e-9, .resolved = false};
  DeviceEngine one(c.model, 4, c.rho, test_settings());
  DevicesEngine two(c.model, 4, c.rho, both_devices());
  for (const double end : {0.25, 0.5}) {
    for (Engine* engine : std::initializer_list<Engine*>{&one, &two}) {
      REQUIRE(engine->solve(0.25, settings).end == PanelEnd::converged);
      engine->keep(end);
    }
    two.begin(0.125, settings);
    const std::vector<double> energies = two.results().energies, expected = one.results().energies;
    REQUIRE(energies.size() == expected.size());
    for (std::size_t node = 0; node < energies.size(); ++node)
      CHECK(std::abs(energies[node] - expected[node]) < 1e-12);
  }
  compare(two, one, 1e-12);
}

TEST_CASE("two devices tell what their time goes to", "[two]") {
  if (!has_two()) return;
  const Case c = bands_case({3}, 4, 1, 0.25);
  DevicesEngine two(c.model, 4, c.rho, both_devices());
  two.measure();
  Propagator on_two(c.model, c.propagation, two);
  while (!on_two.done()) on_two.advance();
  for (const auto& engine : two.engines()) {
    const DeviceSeconds seconds = engine->seconds();
    for (const double part : {seconds.history, seconds.self_energy, seconds.collisions,
                              seconds.equal_times, seconds.rows, seconds.traffic, seconds.memory,
                              seconds.times, seconds.results, seconds.keep}) {
      CHECK(part > 0);
      CHECK(part < 100);
    }
  }
}
