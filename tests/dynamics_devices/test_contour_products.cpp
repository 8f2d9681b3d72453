// Theories with products along the contour have the numbers of a processor on a device, their stored fields among them.
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/device/devices_engine.h"
#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/starts/correlated.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/nccl.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/cases.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

// The stand-in takes long for every theory, so that it has one of each kind.

/// A ring of points with one band, away from equilibrium.
Case ring(const char* grammar, std::size_t points, std::size_t order, double end, double step) {
  Case c;
  c.model.grid = {points};
  c.model.bands = 1;
  for (std::size_t k = 0; k < points; ++k) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(points);
    c.model.h.emplace_back(-2 * std::cos(angle));
    c.rho.emplace_back(0.5 + 0.3 * std::cos(angle));
  }
  TheoryOptions options{.machine_code = false};
  if (grammar == std::string("extended_hubbard_gw")) {
    std::vector<double>& between = options.along_axis["V"];
    for (std::size_t k = 0; k < points; ++k) {
      between.push_back(
          std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(points)));
    }
    c.model.further_vertices = {[](double time) { return 0.4 + 0.1 * time; }};
  }
  c.model.interaction =
      std::make_shared<CompiledInteraction>(grammar_of(grammar), c.model.grid, options);
  // The vertex depends on time, so that a wrong time shows.
  c.model.vertex = [](double time) { return 0.8 + 0.3 * time; };
  c.propagation.end = end;
  c.propagation.step = step;
  c.propagation.order = order;
  c.propagation.tolerance = 1e-9;
  return c;
}

/// The dimer, whose fields have two indices.
Case sites(const char* grammar, std::size_t order, double end, double step) {
  Case c = cluster_case(2, order, end, step);
  c.model.interaction = std::make_shared<CompiledInteraction>(
      grammar_of(grammar), std::vector<std::size_t>{1},
      TheoryOptions{.statics = {{"sites", "2"}}, .machine_code = false});
  c.model.vertex = [](double time) { return 1 + 0.2 * time; };
  return c;
}

/// In equilibrium with U, which one site's potential then disturbs.
void correlate(Case& c) {
  const double vertex = c.model.vertex(0);
  std::vector<double> further;
  for (const auto& other : c.model.further_vertices) further.push_back(other(0));
  const CorrelatedStart start = correlated_start(c.model, {.beta = 2,
                                                           .mu = {},
                                                           .filling = 0.5,
                                                           .vertex = vertex,
                                                           .further_vertices = std::move(further)});
  c.rho = start.rho;
  c.branch = start.branch;
  std::vector<Complex> potential(c.model.bands * c.model.bands);
  potential[0] = 1.5;
  c.model.jumps = {{0, potential}};
  c.propagation.breaks = {0};
}

std::unique_ptr<DeviceEngine> engine_of(const Case& c,
                                        const DeviceSettings& settings = test_settings()) {
  return std::make_unique<DeviceEngine>(c.model, c.propagation.order, c.rho, settings,
                                        SharedDevice(), c.branch);
}

TwoTime past_at_start(const Case& c) {
  return TwoTime(c.model.points(), c.model.bands, radau(c.propagation.order), c.rho, c.branch);
}

void compare_all(Engine& one, Engine& other, double tolerance) {
  compare(one, other, tolerance);
  for (std::size_t panel = 0; panel < one.times().panels(); ++panel) {
    INFO("panel " << panel);
    const PanelRows own = one.rows(panel), expected = other.rows(panel);
    CHECK(largest_difference(own.mixed, expected.mixed) < tolerance);
    REQUIRE(own.fields.size() == expected.fields.size());
    CHECK(!own.fields.empty());
    for (std::size_t field = 0; field < own.fields.size(); ++field) {
      INFO("field " << field);
      const FieldRows &a = own.fields[field], &b = expected.fields[field];
      CHECK(largest_difference(a.lesser, b.lesser) < tolerance);
      CHECK(largest_difference(a.spectral, b.spectral) < tolerance);
      CHECK(largest_difference(a.mixed, b.mixed) < tolerance);
    }
  }
}

void compare_with_host(const Case& c, const DeviceSettings& settings = test_settings()) {
  TwoTime past = past_at_start(c);
  HostEngine host(c.model, past);
  const auto device = engine_of(c, settings);
  Propagator on_host(c.model, c.propagation, host), on_device(c.model, c.propagation, *device);
  while (!on_host.done()) on_host.advance();
  while (!on_device.done()) on_device.advance();
  compare(on_device.trajectory(), on_host.trajectory(), 1e-11);
  compare_all(*device, host, 1e-11);
}

void compare_products(const Case& c, DeviceWay way) {
  DeviceSettings both = test_settings();
  both.devices = {0, 1};
  const auto one = engine_of(c);
  DevicesEngine two(c.model, c.propagation.order, c.rho, both, &way, c.branch);
  Propagator on_one(c.model, c.propagation, *one), on_two(c.model, c.propagation, two);
  while (!on_one.done()) on_one.advance();
  while (!on_two.done()) on_two.advance();
  compare(on_two.trajectory(), on_one.trajectory(), 1e-12);
  compare_all(two, *one, 1e-12);
}

}  // namespace

TEST_CASE("products along the contour: the same numbers on a device") {
  SECTION("third order") { compare_with_host(ring("hubbard_third_order", 4, 4, 0.6, 0.2)); }
  SECTION("third order, an odd number of points and panels of 8 nodes") {
    if (on_a_device()) compare_with_host(ring("hubbard_third_order", 3, 8, 0.8, 0.4));
  }
  SECTION("third order of the dimer: fields with indices") {
    if (on_a_device()) compare_with_host(sites("hubbard_third_order", 4, 0.6, 0.2));
  }
  SECTION("T-matrix") { compare_with_host(ring("hubbard_t_matrix", 4, 4, 0.6, 0.15)); }
  SECTION("T-matrix, panels of 16 nodes") {
    if (on_a_device()) compare_with_host(ring("hubbard_t_matrix", 2, 16, 1.2, 0.6));
  }
  SECTION("T-matrix of the dimer: equations of several fields") {
    compare_with_host(sites("hubbard_t_matrix", 4, 0.6, 0.2));
  }
  SECTION("GW, with a mean field that depends on momenta and a vertex along the axis") {
    compare_with_host(ring("extended_hubbard_gw", 4, 4, 0.6, 0.15));
  }
}

TEST_CASE("products along the contour: old panels are forgotten, or kept in single precision") {
  Case c = ring("hubbard_t_matrix", 3, 4, 0.8, 0.1);
  SECTION("forgotten") { c.propagation.memory = 0.3; }
  SECTION("in single precision") { c.propagation.compact = 0.3; }
  compare_with_host(c);
}

TEST_CASE("products along the contour: by cuBLAS") {
  if (!cuda::why_no_cublas().empty()) return;
  DeviceSettings settings = test_settings();
  settings.history_by_cublas = true;
  SECTION("third order of the dimer") {
    if (on_a_device()) compare_with_host(sites("hubbard_third_order", 4, 0.6, 0.2), settings);
  }
  SECTION("T-matrix") { compare_with_host(ring("hubbard_t_matrix", 2, 4, 0.6, 0.1), settings); }
}

TEST_CASE("products along the contour: equivalent points") {
  Case c = ring("hubbard_third_order", 6, 4, 0.4, 0.2);
  const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
  REQUIRE(map.kept.size() == 4);
  c.rho = picked(map, 1, c.rho);
  c.model = of_kept_points(c.model, map);
  compare_with_host(c);
}

TEST_CASE("products along the contour: correlated starts") {
  SECTION("third order") {
    if (!on_a_device()) return;
    Case c = ring("hubbard_third_order", 2, 4, 0.4, 0.2);
    correlate(c);
    compare_with_host(c);
  }
  SECTION("T-matrix of the dimer") {
    Case c = sites("hubbard_t_matrix", 4, 0.4, 0.2);
    c.model.h[0] = 0;
    correlate(c);
    compare_with_host(c);
  }
  SECTION("GW") {
    Case c = ring("extended_hubbard_gw", 2, 4, 0.4, 0.2);
    c.model.further_vertices = {[](double) { return 0.4; }};
    correlate(c);
    compare_with_host(c);
  }
}

TEST_CASE(
    "products along the contour: resumed runs have the same bits, processors take them over") {
  const Case c = ring("hubbard_third_order", 3, 4, 0.8, 0.2);
  const auto whole = engine_of(c);
  Propagator uninterrupted(c.model, c.propagation, *whole);
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  for (int panel = 0; panel < 2; ++panel) uninterrupted.advance();
  PanelFiles(path, digest).save(uninterrupted);
  while (!uninterrupted.done()) uninterrupted.advance();

  const auto device = engine_of(c);
  Propagator resumed(c.model, c.propagation, *device);
  PanelFiles(path, digest).restore(resumed);
  while (!resumed.done()) resumed.advance();
  compare_all(*device, *whole, 1e-300);

  TwoTime past = past_at_start(c);
  HostEngine host(c.model, past);
  Propagator on_host(c.model, c.propagation, host);
  PanelFiles(path, digest).restore(on_host);
  while (!on_host.done()) on_host.advance();
  compare_all(*device, host, 1e-11);
}

TEST_CASE("products along the contour: two devices have the numbers of one", "[two]") {
  if (cuda::devices().size() < 2) {
    WARN("skipped: one device");
    return;
  }
  SECTION("third order, through the host") {
    compare_products(ring("hubbard_third_order", 3, 4, 0.4, 0.2), DeviceWay::host);
  }
  SECTION("third order, what stages take in several pieces") {
    Case c = ring("hubbard_third_order", 2, 2, 0.8, 0.05);
    c.propagation.tolerance = 1e-3;
    if (on_a_device()) compare_products(c, DeviceWay::copies);
  }
  SECTION("T-matrix, by NCCL") {
    if (cuda::why_no_nccl().empty())
      compare_products(ring("hubbard_t_matrix", 5, 4, 0.6, 0.15), DeviceWay::nccl);
  }
  SECTION("GW, a correlated start") {
    Case c = ring("extended_hubbard_gw", 4, 4, 0.4, 0.2);
    c.model.further_vertices = {[](double) { return 0.4; }};
    correlate(c);
    compare_products(c, DeviceWay::copies);
  }
  SECTION("third order, a correlated start and equivalent points, by the host") {
    Case c = ring("hubbard_third_order", 6, 4, 0.4, 0.2);
    correlate(c);
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    c.rho = picked(map, 1, c.rho);
    c.model = of_kept_points(c.model, map);
    correlate(c);
    if (on_a_device()) compare_products(c, DeviceWay::host);
  }
}

TEST_CASE("products along the contour: two devices resumed, and one goes on from them", "[two]") {
  if (cuda::devices().size() < 2) return;
  const Case c = ring("hubbard_third_order", 3, 2, 0.4, 0.1);
  DeviceSettings both = test_settings();
  both.devices = {0, 1};
  DevicesEngine whole(c.model, 2, c.rho, both);
  Propagator uninterrupted(c.model, c.propagation, whole);
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  uninterrupted.advance();
  PanelFiles(path, digest).save(uninterrupted);
  while (!uninterrupted.done()) uninterrupted.advance();
  DevicesEngine two(c.model, 2, c.rho, both);
  const auto one = engine_of(c);
  for (Engine* engine : {static_cast<Engine*>(&two), static_cast<Engine*>(one.get())}) {
    Propagator resumed(c.model, c.propagation, *engine);
    PanelFiles(path, digest).restore(resumed);
    while (!resumed.done()) resumed.advance();
    compare_all(*engine, whole, engine == &two ? 1e-300 : 1e-12);
  }
}
