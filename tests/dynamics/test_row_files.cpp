// Checkpoints of heun, and its ranks: the bits of what was never interrupted, on one rank.
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/row_files.h"
#include "physics/dynamics/equivalent_points.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

UniformSteps kicked_steps() {
  UniformSteps steps;
  steps.step = 0.1;
  steps.steps = 24;
  steps.kicks = {{0.5, kick_between(2, 0, 1, 0.4)}, {1, kick_between(2, 0, 1, 0.3)}};
  return steps;
}

bool same(const UniformTrajectory& one, const UniformTrajectory& other) {
  return one.times == other.times && one.rho == other.rho && one.energies == other.energies;
}

runs::Digest digest_of_rows(const std::string& rules = "two_band_second_born") {
  runs::Digest digest;
  digest.add("rules.file", rules);
  return digest;
}

std::string why_not_restored(RowFiles files, UniformPropagator& propagator) {
  try {
    files.restore(propagator);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("heun resumed at any of five places has the same bits, at kicks too") {
  const Model model = two_bands({3}, 2);
  const auto start = filled_valence(model);
  const UniformTrajectory whole = propagate_uniformly(model, kicked_steps(), start);
  for (const std::size_t place : {1, 5, 6, 10, 23}) {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "rows").string();
    {
      // Saved at two places before; what is behind the last index is lost.
      UniformPropagator killed(model, kicked_steps(), start);
      RowFiles files(path, digest_of_rows());
      while (killed.step() < place) {
        killed.advance();
        if (killed.step() == place / 2 || killed.step() == place) files.save(killed);
      }
      killed.advance();
    }
    UniformPropagator resumed(model, kicked_steps(), start);
    RowFiles files(path, digest_of_rows());
    files.restore(resumed);
    CHECK(resumed.step() == place);
    while (!resumed.done()) {
      resumed.advance();
      if (resumed.step() == place + 1) files.save(resumed);
    }
    CHECK(same(resumed.trajectory(), whole));
    // Files that two runs have written.
    UniformPropagator again(model, kicked_steps(), start);
    RowFiles(path, digest_of_rows()).restore(again);
    while (!again.done()) again.advance();
    CHECK(same(again.trajectory(), whole));
  }
}

TEST_CASE("checkpoints of heun that are another job's, damaged or missing are refused") {
  const Model model = two_bands({2}, 1);
  const auto start = filled_valence(model);
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "rows").string();
  UniformPropagator propagator(model, kicked_steps(), start);
  propagator.advance();
  RowFiles files(path, digest_of_rows());
  files.save(propagator);
  UniformPropagator other(model, kicked_steps(), start);
  CHECK(why_not_restored({path, digest_of_rows("hubbard_second_born")}, other)
            .starts_with(path + ": found a checkpoint that cannot be resumed: "));
  std::fstream(files.path_of(0), std::ios::in | std::ios::out | std::ios::binary)
      .seekp(300)
      .put('x');
  CHECK(why_not_restored({path, digest_of_rows()}, other)
            .starts_with(files.path_of(0) + ": found a checkpoint that cannot be resumed: "));
  std::filesystem::remove(files.path_of(0));
  CHECK(why_not_restored({path, digest_of_rows()}, other).find(files.path_of(0)) == 0);
}

TEST_CASE("heun on one, two and three ranks has the same bits") {
  const Model model = two_bands({8}, 1);
  const auto start = filled_valence(model);
  const UniformTrajectory whole = propagate_uniformly(model, kicked_steps(), start);
  for (const int size : {1, 2, 3}) {
    std::vector<int> equal(static_cast<std::size_t>(size));
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      const PointShare share(model.points(), ranks, exchange_of_threads(ranks));
      UniformPropagator propagator(model, kicked_steps(), start, &share);
      while (!propagator.done()) propagator.advance();
      equal[share.rank()] = same(propagator.trajectory(), whole) ? 1 : 0;
    });
    CHECK(std::ranges::count(equal, 1) == size);
  }
}

TEST_CASE("heun of points that stand for others has the energy of all") {
  const Model model = two_bands({8}, 1);
  const auto start = filled_valence(model);
  const PointMap map = equivalent_points(model.grid, {model.h, start});
  REQUIRE(map.kept.size() == 5);
  const Model kept = of_kept_points(model, map);
  const UniformTrajectory all = propagate_uniformly(model, kicked_steps(), start);
  const UniformTrajectory some = propagate_uniformly(kept, kicked_steps(), picked(map, 4, start));
  for (std::size_t step = 0; step < all.times.size(); ++step) {
    CHECK(some.energies[step] == Approx(all.energies[step]).margin(1e-12));
  }
}
