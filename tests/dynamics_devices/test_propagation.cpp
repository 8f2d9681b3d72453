// A device has the numbers of the processor: L and D at all pairs of nodes, density matrices, energies.
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/device/history_cut.h"
#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/host_engine.h"
#include "runtime/cuda/cublas.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/cases.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

/// The same propagation on both.
void compare_runs(const Case& c, double tolerance = 1e-11,
                  const DeviceSettings& settings = test_settings()) {
  TwoTime past(c.model.points(), c.model.bands, radau(c.propagation.order), c.rho);
  HostEngine host(c.model, past);
  DeviceEngine device(c.model, c.propagation.order, c.rho, settings);
  Propagator on_host(c.model, c.propagation, host), on_device(c.model, c.propagation, device);
  while (!on_host.done()) on_host.advance();
  while (!on_device.done()) on_device.advance();
  compare(on_device.trajectory(), on_host.trajectory(), tolerance);
  compare(device, host, tolerance);
  compare_integrals(device, host, 10 * tolerance);
}

}  // namespace

TEST_CASE("two bands: the same numbers on a device, with a kick and U(t)") {
  compare_runs(bands_case({5}, 8, 1.5, 0.5));
}

TEST_CASE("blocks of other shapes") {
  SECTION("of 8 rows: several panels in a strip") { compare_runs(bands_case({3}, 4, 1.5, 0.15)); }
  SECTION("of 24 rows, which are cut in 8") { compare_runs(bands_case({3}, 12, 1.5, 0.5)); }
  SECTION("of 32 rows, in two pieces") { compare_runs(bands_case({2}, 16, 2, 0.5)); }
  SECTION("of 12 rows, filled up to 16") { compare_runs(cluster_case(3, 4, 1.2, 0.2)); }
  SECTION("one band") { compare_runs(cluster_case(1, 8, 1.5, 0.5)); }
}

TEST_CASE("a square lattice whose equivalent points share their G") {
  Case c = bands_case({4, 4}, 6, 1.2, 0.4);
  const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
  REQUIRE(map.kept.size() == 6);
  c.rho = picked(map, 4, c.rho);
  c.model = of_kept_points(c.model, map);
  compare_runs(c);
}

TEST_CASE("self-energies whose arrays lanes have in their registers") {
  SECTION("a chain, 8 numbers of a lane") { compare_runs(bands_case({64}, 4, 0.6, 0.3)); }
  SECTION("a square lattice, 8 numbers of a lane, whose equivalent points share their G") {
    Case c = bands_case({8, 8}, 4, 0.6, 0.3);
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    REQUIRE(map.kept.size() == 15);
    c.rho = picked(map, 4, c.rho);
    c.model = of_kept_points(c.model, map);
    compare_runs(c);
  }
  SECTION("a square lattice, 16 numbers of a lane") {
    if (on_a_device()) compare_runs(bands_case({16, 16}, 4, 0.6, 0.3));
  }
  SECTION("a chain, 32 numbers of a lane") { compare_runs(bands_case({1024}, 2, 0.6, 0.5)); }
  SECTION("one band, two arrays of a warp") {
    Case c = cluster_case(1, 4, 0.6, 0.3);
    c.model.grid = {256};
    c.model.h.resize(256);
    for (std::size_t k = 0; k < 256; ++k)
      c.model.h[k] = -2 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / 256);
    c.rho.resize(256);
    for (std::size_t k = 0; k < 256; ++k) c.rho[k] = c.model.h[k].real() < 0 ? 0.9 : 0.2;
    c.model.interaction = std::make_shared<CompiledInteraction>(
        grammar_of("hubbard_second_born"), c.model.grid,
        TheoryOptions{.statics = {{"sites", "1"}}, .machine_code = false});
    compare_runs(c);
  }
}

TEST_CASE("self-energies whose arrays stand in the memory of a block") {
  SECTION("a chain") { compare_runs(bands_case({16}, 4, 0.6, 0.3)); }
  SECTION("a square lattice whose equivalent points share their G") {
    Case c = bands_case({2, 16}, 2, 0.6, 0.3);
    const PointMap map = equivalent_points(c.model.grid, {c.model.h, c.rho});
    REQUIRE(map.kept.size() == 18);
    c.rho = picked(map, 4, c.rho);
    c.model = of_kept_points(c.model, map);
    compare_runs(c);
  }
}

TEST_CASE("the history solves for rows where blocks of threads have all strips of a point") {
  // As many points as a device has blocks of threads at once, so that none is cut; three strips of four panels.
  const cuda::Device device(0);
  const auto points = 2 * static_cast<std::size_t>(device.info().multiprocessors);
  const DeviceShape shape(4, 2, device.info().shared);
  REQUIRE(cut_history(points, 3, points, std::size_t{1} << 20U).segments == 1);
  REQUIRE(shape.history_blocks == 2);
  REQUIRE(shape.strip == 4);
  compare_runs(bands_case({points}, 4, 1, 0.1));
}

TEST_CASE("launches of the history: all points at once where that takes as few rounds as any") {
  const auto rounds = [](std::size_t blocks, std::size_t places) {
    return (blocks + places - 1) / places;
  };
  constexpr std::size_t places = 264, bytes = std::size_t{200} << 10U;
  std::size_t together = 0;
  for (const std::size_t points : {1, 5, 100, 132, 264, 270, 300, 512, 1024, 1100, 5000}) {
    for (const std::size_t strips : {1, 3, 11}) {
      const auto time = [&](std::size_t segments, std::size_t at_once) {
        const auto launches = points / at_once, rest = points % at_once;
        return static_cast<double>(launches * rounds(at_once * segments, places) +
                                   rounds(rest * segments, places)) /
               static_cast<double>(segments);
      };
      const HistoryCut cut = cut_history(points, strips, places, bytes);
      INFO(points << " points, " << strips << " strips: " << cut.segments << " segments, "
                  << cut.points << " points");
      REQUIRE(cut.points >= 1);
      REQUIRE(cut.segments <= strips);
      CHECK((cut.segments == 1 || cut.segments * cut.points * bytes <= part_bytes));
      double least = time(1, points);
      for (std::size_t segments = 1; segments <= std::min<std::size_t>(strips, 8); ++segments) {
        for (std::size_t at_once = 1; at_once <= points; ++at_once) {
          if (segments * at_once * bytes <= part_bytes)
            least = std::min(least, time(segments, at_once));
        }
      }
      CHECK(time(cut.segments, cut.points) <= 1.05 * least);
      if (time(1, points) <= least) CHECK(cut.points == points);
      together += cut.points == points ? 1 : 0;
    }
  }
  CHECK(together > 10);
  CHECK(cut_history(7, 0, places, bytes).segments == 0);
}

TEST_CASE("equal times of more points than a block of threads has") {
  compare_runs(bands_case({48}, 4, 0.6, 0.3));
}

TEST_CASE("panels as long as the tolerance allows") {
  Case c = bands_case({3}, 8, 2, 0);
  c.propagation.tolerance = 1e-7;
  TwoTime past(3, 2, radau(8), c.rho);
  DeviceEngine device(c.model, 8, c.rho, test_settings());
  Propagator on_host(c.model, c.propagation, past), on_device(c.model, c.propagation, device);
  while (!on_host.done()) on_host.advance();
  while (!on_device.done()) on_device.advance();
  // Estimates of errors may differ in their last digits.
  REQUIRE(on_device.trajectory().panels().size() == on_host.trajectory().panels().size());
  const auto at_end = on_device.trajectory().rho_at(2), expected = on_host.trajectory().rho_at(2);
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(std::abs(at_end[i] - expected[i]) < 1e-9);
}

TEST_CASE("the history by products of cuBLAS, as where a device has no tensor instructions") {
  if (!cuda::why_no_cublas().empty()) {
    WARN("skipped: " << cuda::why_no_cublas());
    return;
  }
  DeviceSettings settings = test_settings();
  settings.history_by_cublas = true;
  Case c = bands_case({3}, 4, 1.2, 0.1);
  SECTION("more panels than are multiplied at once") {}
  SECTION("of 12 rows, filled up to 16") { c = cluster_case(3, 4, 1.2, 0.2); }
  SECTION("of 32 rows, in two pieces") { c = bands_case({2}, 16, 1.5, 0.5); }
  SECTION("old panels forgotten") { c.propagation.memory = 0.4; }
  SECTION("old panels in single precision") { c.propagation.compact = 0.4; }
  compare_runs(c, 1e-11, settings);
}

TEST_CASE("a mean field alone") {
  Case c = bands_case({4}, 6, 1, 0.25);
  c.model.interaction = std::make_shared<CompiledInteraction>(
      grammar_of("two_band_second_born"), std::vector<std::size_t>{4},
      TheoryOptions{.correlated = false, .machine_code = false});
  compare_runs(c, 1e-10);
}

TEST_CASE("old panels are forgotten, or kept in single precision") {
  Case c = bands_case({3}, 4, 2, 0.2);
  SECTION("forgotten") { c.propagation.memory = 0.7; }
  SECTION("in single precision") { c.propagation.compact = 0.7; }
  compare_runs(c);
}

TEST_CASE("arrays of a theory beyond shared memory") {
  Case c = bands_case({1800}, 2, 0.1, 0.1);
  c.propagation.kicks[0].at = 0;
  compare_runs(c);
}

TEST_CASE("a propagation on a device resumed has the same bits, and processors take it over") {
  const Case c = bands_case({3}, 4, 1.5, 0.25);
  const auto new_engine = [&] {
    return std::make_unique<DeviceEngine>(c.model, 4, c.rho, test_settings());
  };
  const auto whole = new_engine();
  Propagator uninterrupted(c.model, c.propagation, *whole);
  while (!uninterrupted.done()) uninterrupted.advance();
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  runs::Digest digest;
  digest.add("job", "a job");
  {
    const auto engine = new_engine();
    Propagator propagator(c.model, c.propagation, *engine);
    for (int panel = 0; panel < 3; ++panel) propagator.advance();
    PanelFiles(path, digest).save(propagator);
  }
  const auto engine = new_engine();
  Propagator propagator(c.model, c.propagation, *engine);
  PanelFiles(path, digest).restore(propagator);
  while (!propagator.done()) propagator.advance();
  compare(*engine, *whole, 1e-300);
  compare(propagator.trajectory(), uninterrupted.trajectory(), 1e-300);

  TwoTime past(3, 2, radau(4), c.rho);
  HostEngine host(c.model, past);
  Propagator on_host(c.model, c.propagation, host);
  PanelFiles(path, digest).restore(on_host);
  while (!on_host.done()) on_host.advance();
  compare(*engine, host, 1e-11);
  const TwoTime& read = engine->past();
  CHECK(largest_difference(read.rows(5).lesser, past.rows(5).lesser) < 1e-11);
}

TEST_CASE("a panel that was begun is gone on with, or begun anew") {
  const Case c = bands_case({3}, 4, 1.2, 0.3);
  const PanelSettings settings{.tolerance = 1e-9, .resolved = false};
  enum class Begins { no, same, shorter, before_a_kick };
  const auto run = [&](DeviceEngine& engine, Begins begins) {
    std::vector<double> energies;
    for (std::size_t panel = 0; panel < 3; ++panel) {
      if (panel == 2) engine.kick(c.propagation.kicks[0].matrix), engine.start_anew();
      const SolvedPanel solved = engine.solve(0.3, settings);
      REQUIRE(solved.end == PanelEnd::converged);
      engine.keep(0.3 * static_cast<double>(panel + 1));
      if (begins == Begins::same && panel == 0) engine.begin(0.3, settings);
      if (begins == Begins::shorter) engine.begin(0.2, settings);
      if (begins == Begins::before_a_kick && panel == 1) engine.begin(0.3, settings);
      for (const double energy : engine.results().energies) energies.push_back(energy);
    }
    return energies;
  };
  DeviceEngine expected(c.model, 4, c.rho, test_settings());
  const std::vector<double> expected_energies = run(expected, Begins::no);
  for (const Begins begins : {Begins::same, Begins::shorter, Begins::before_a_kick}) {
    DeviceEngine engine(c.model, 4, c.rho, test_settings());
    CHECK(run(engine, begins) == expected_energies);
    compare(engine, expected, 1e-300);  // the same bits
    CHECK(engine.edge_density() == expected.edge_density());
  }
}

TEST_CASE("models that devices do not take") {
  Case c = bands_case({3}, 4, 1, 0.5);
  c.model.interaction = std::make_shared<TwoBand>(c.model.grid, Approximation::second_born);
  CHECK_THROWS_WITH(DeviceEngine(c.model, 4, c.rho, test_settings()),
                    "found a self-energy in C++, expected that of a rule file");
  CHECK_THROWS_WITH(DeviceShape(16, 7),
                    "found panels of 16 nodes with 7 bands, expected at most 96 of them together "
                    "on a device");
}
