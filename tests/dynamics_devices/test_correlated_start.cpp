// Correlated starts have the numbers of a processor on a device, G between times and the imaginary branch among them.
#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/starts/correlated.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/cases.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

void start_correlated(Case& c, double beta, double vertex) {
  const CorrelatedStart start =
      correlated_start(c.model, {.beta = beta, .mu = {}, .filling = 0.5, .vertex = vertex});
  c.rho = start.rho;
  c.branch = start.branch;
}

/// Two sites, of which one is moved from the beginning on.
Case dimer(double step) {
  Case c = cluster_case(2, 4, 1.2, step);
  c.model.h[0] = 0;
  start_correlated(c, 3, 1.5);
  c.model.jumps = {{0, {5, 0, 0, 0}}};
  c.propagation.breaks = {0};
  return c;
}

std::unique_ptr<DeviceEngine> on_a_device(const Case& c) {
  return std::make_unique<DeviceEngine>(c.model, c.propagation.order, c.rho, test_settings(),
                                        SharedDevice(), c.branch);
}

TwoTime past_of(const Case& c) {
  return TwoTime(c.model.points(), c.model.bands, radau(c.propagation.order), c.rho, c.branch);
}

void compare_with_mixed(Engine& one, Engine& other, double tolerance) {
  compare(one, other, tolerance);
  for (std::size_t panel = 0; panel < one.times().panels(); ++panel) {
    CHECK(largest_difference(one.rows(panel).mixed, other.rows(panel).mixed) < tolerance);
  }
}

void compare_correlated(const Case& c) {
  TwoTime past = past_of(c);
  HostEngine host(c.model, past);
  const auto device = on_a_device(c);
  REQUIRE(device->mixed_columns() == host.mixed_columns());
  Propagator on_host(c.model, c.propagation, host), on_device(c.model, c.propagation, *device);
  while (!on_host.done()) on_host.advance();
  while (!on_device.done()) on_device.advance();
  compare(on_device.trajectory(), on_host.trajectory(), 1e-11);
  compare_with_mixed(*device, host, 1e-11);
}

}  // namespace

TEST_CASE("a correlated start: the same numbers on a device") {
  SECTION("the dimer") { compare_correlated(dimer(0.3)); }
  SECTION("old panels in single precision") {
    Case c = dimer(0.2);
    c.propagation.compact = 0.5;
    compare_correlated(c);
  }
  SECTION("two bands with a kick and U(t)") {
    Case c = bands_case({3}, 4, 0.9, 0.3);
    start_correlated(c, 2, 1);
    compare_correlated(c);
  }
}

TEST_CASE("a correlated start on a device resumed has the same bits, and processors take it over") {
  const Case c = dimer(0.3);
  const auto whole = on_a_device(c);
  Propagator uninterrupted(c.model, c.propagation, *whole);
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  for (int panel = 0; panel < 2; ++panel) uninterrupted.advance();
  PanelFiles(path, digest).save(uninterrupted);
  while (!uninterrupted.done()) uninterrupted.advance();

  const auto device = on_a_device(c);
  Propagator resumed(c.model, c.propagation, *device);
  PanelFiles(path, digest).restore(resumed);
  while (!resumed.done()) resumed.advance();
  compare_with_mixed(*device, *whole, 1e-300);

  TwoTime past = past_of(c);
  HostEngine host(c.model, past);
  Propagator on_host(c.model, c.propagation, host);
  PanelFiles(path, digest).restore(on_host);
  while (!on_host.done()) on_host.advance();
  compare_with_mixed(*device, host, 1e-11);
  CHECK(largest_difference(device->past().rows(3).mixed, past.rows(3).mixed) < 1e-11);
}
