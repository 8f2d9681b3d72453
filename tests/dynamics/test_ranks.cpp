// Points shared among ranks: the same bits as on one.
#include <catch2/catch.hpp>

#include "physics/dynamics/compiled_interaction.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/ranks/own_points.h"
#include "physics/dynamics/starts/correlated.h"
#include "runs/parallel/rank_threads.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

struct SharedCase {
  Model model;
  Propagation propagation;
  std::vector<Complex> rho;
  std::shared_ptr<const ImaginaryBranch> branch;
};

bool same_bits(const Trajectory& one, const Trajectory& other) {
  if (one.times() != other.times()) return false;
  for (std::size_t node = 0; node < one.times().size(); ++node) {
    if (!std::ranges::equal(one.rho(node), other.rho(node))) return false;
    if (one.energy(node) != other.energy(node)) return false;
  }
  return true;
}

/// Whether a rank's rows of the last panel are those of its points in `whole`.
bool same_rows(const TwoTime& own, const PointShare& share, const TwoTime& whole) {
  const std::size_t last = whole.panels() - 1, size = whole.block_size();
  for (const auto function : {&PanelRows::lesser, &PanelRows::spectral}) {
    for (std::size_t k = 0; k < share.count(); ++k) {
      for (std::size_t block = 0; block <= last; ++block) {
        const Block one = (own.rows(last).*function).at(k, block);
        const Block other = (whole.rows(last).*function).at(share.first() + k, block);
        for (std::size_t row = 0; row < size; ++row) {
          for (std::size_t column = 0; column < size; ++column) {
            if (one.at(row, column) != other.at(row, column)) return false;
          }
        }
      }
    }
  }
  return true;
}

void check_ranks(const SharedCase& c, int most = 3) {
  TwoTime whole(c.model.points(), c.model.bands, radau(c.propagation.order), c.rho, c.branch);
  const Trajectory expected = propagate(c.model, c.propagation, whole);
  for (int size = 1; size <= most; ++size) {
    std::vector<int> same(static_cast<std::size_t>(size));
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      const PointShare share(c.model.points(), ranks, exchange_of_threads(ranks));
      TwoTime past =
          past_of_own_points(share, c.model.bands, radau(c.propagation.order), c.rho, c.branch);
      HostEngine engine(c.model, past, &share);
      Propagator propagator(c.model, c.propagation, engine);
      while (!propagator.done()) propagator.advance();
      same[share.rank()] =
          same_bits(propagator.trajectory(), expected) && same_rows(past, share, whole);
    });
    INFO(size << " ranks");
    CHECK(std::ranges::count(same, 1) == size);
  }
}

}  // namespace

TEST_CASE("one, two and three ranks have the same bits") {
  SharedCase c{two_bands({7}, 2), kicked(2, 1e-6), {}, {}};
  c.propagation.order = 5;
  c.rho = filled_valence(c.model);
  check_ranks(c);
  SECTION("where old panels are forgotten") {
    c.propagation.memory = 0.8;
    check_ranks(c);
  }
  SECTION("where old panels are in single precision") {
    c.propagation.compact = 0.8;
    check_ranks(c);
  }
}

TEST_CASE("more ranks than blocks of columns") {
  SharedCase c{two_bands({8}, 1), kicked(1, 1e-5), {}, {}};
  c.propagation.step = 0.5;
  c.rho = filled_valence(c.model);
  check_ranks(c, 5);
}

TEST_CASE("ranks share a correlated start") {
  SharedCase c{two_bands({3}, 1), {}, {}, {}};
  c.propagation.end = 0.6;
  c.propagation.step = 0.3;
  c.propagation.order = 4;
  c.propagation.tolerance = 1e-7;
  const CorrelatedStart start =
      correlated_start(c.model, {.beta = 2, .mu = {}, .filling = 0.5, .vertex = 1});
  c.rho = start.rho;
  c.branch = start.branch;
  check_ranks(c);
}

TEST_CASE("more ranks than points are refused") {
  runs::SingleRank one;
  CHECK_THROWS_WITH(PointShare(0, one, {}),
                    "found 1 processes for 0 k points, expected a point for each of them at least");
}
