// Points shared among ranks: the same bits as on one.
#include <cmath>
#include <cstring>
#include <numbers>

#include <catch2/catch.hpp>

#include "physics/dynamics/compiled_interaction.h"
#include "physics/dynamics/device/block_pieces.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/ranks/own_points.h"
#include "physics/dynamics/starts/correlated.h"
#include "runs/parallel/rank_threads.h"
#include "tests/dynamics/rule_theories.h"
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
  const std::vector<FieldRows>&fields = own.rows(last).fields, &expected = whole.rows(last).fields;
  if (fields.size() != expected.size()) return false;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    for (const auto function : {&FieldRows::lesser, &FieldRows::spectral, &FieldRows::mixed}) {
      const BlockRows& one = fields[field].*function;
      const BlockRows other = rows_of_own_points(share, expected[field].*function);
      if (one.bytes() != other.bytes()) return false;
      if (one.bytes() > 0 && std::memcmp(one.at(0, 0).re, other.at(0, 0).re, one.bytes()) != 0)
        return false;
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

namespace {

/// A ring of points with one band, away from equilibrium, or in it with interaction.
SharedCase ring_case(const std::string& grammar, std::size_t points, bool correlated) {
  TheoryOptions options{.machine_code = false};
  const bool has_axis = grammar == "extended_hubbard_gw";
  for (std::size_t k = 0; has_axis && k < points; ++k) {
    options.along_axis["V"].push_back(
        std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(points)));
  }
  SharedCase c{ring_of(theory_of_grammar(grammar, {points}, options), 0.8), {}, {}, {}};
  if (has_axis) c.model.further_vertices = {[](double) { return 0.4; }};
  c.propagation.end = 0.6;
  c.propagation.step = 0.2;
  c.propagation.order = 3;
  c.propagation.tolerance = 1e-5;
  if (correlated) {
    const CorrelatedStart start =
        correlated_start(c.model, {.beta = 2,
                                   .mu = {},
                                   .filling = 0.5,
                                   .vertex = 0.8,
                                   .further_vertices = std::vector<double>(has_axis ? 1 : 0, 0.4)});
    c.rho = start.rho;
    c.branch = start.branch;
    return c;
  }
  for (std::size_t k = 0; k < points; ++k)
    c.rho.emplace_back(0.2 + 0.6 * static_cast<double>(k % 3) / 2);
  return c;
}

}  // namespace

TEST_CASE("ranks share theories with products along the contour") {
  const bool correlated = GENERATE(false, true);
  const std::string grammar =
      GENERATE("hubbard_third_order", "hubbard_t_matrix", "extended_hubbard_gw");
  INFO(grammar << ", a correlated start: " << correlated);
  check_ranks(ring_case(grammar, 4, correlated));
}

TEST_CASE("what ranks send is what stages read and write") {
  const SharedCase c = ring_case("hubbard_third_order", 4, false);
  const arrays::TwoTimePlan& plan = c.model.interaction->staged()->plan();
  std::size_t fields = 0;  // one band: Σ has blocks as fields have
  for (const arrays::TwoTimeStage& stage : plan.stages)
    fields += stage.reads.size() + std::max<std::size_t>(stage.writes.size(), 1);
  std::vector<std::size_t> sent(2), expected(2);
  runs::RankThreads(2).run([&](runs::Ranks& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    const PointShare share(4, ranks,
                           [&, all = exchange_of_threads(ranks)](auto outgoing, auto incoming) {
                             sent[rank] += outgoing[1 - rank].size();
                             all(outgoing, incoming);
                           });
    TwoTime past = past_of_own_points(share, 1, radau(c.propagation.order), c.rho);
    HostEngine engine(c.model, past, &share);
    Propagator propagator(c.model, c.propagation, engine);
    while (!propagator.done()) propagator.advance();
    const std::size_t block = 2 * 2 * c.propagation.order * padded(c.propagation.order);
    for (std::size_t panel = 0; panel < propagator.trajectory().panels().size(); ++panel) {
      // Each has two points; rows of the other one's columns go there, those of its own points come back.
      expected[rank] += (propagator.trajectory().panels()[panel].sweeps - 1) * (panel + 1) *
                        fields * block * sizeof(double);
    }
  });
  CHECK(sent[0] + sent[1] == expected[0] + expected[1]);
}

TEST_CASE("more ranks than points are refused") {
  runs::SingleRank one;
  CHECK_THROWS_WITH(PointShare(0, one, {}),
                    "found 1 processes for 0 k points, expected a point for each of them at least");
}

TEST_CASE("pieces that travel have every block of columns once, and the last one is no longer") {
  const bool are_solved = GENERATE(false, true);
  for (std::size_t ranks : {1, 2, 3, 8}) {
    for (std::size_t at_once : {1, 2, 3, 4}) {
      for (std::size_t blocks = 1; blocks < 130; ++blocks) {
        CAPTURE(ranks, at_once, blocks);
        const BlockPieces all = are_solved ? BlockPieces::solved_where_read(blocks, ranks, at_once)
                                           : BlockPieces(blocks, ranks, at_once);
        std::size_t next = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
          for (std::size_t piece = 0; piece < all.pieces(); ++piece) {
            REQUIRE(all.first(rank, piece) == next);
            next += all.count(rank, piece);
            if (all.pieces() == 1) continue;
            REQUIRE(all.count(rank, piece) > 0);
            // But for what is left of whole rounds.
            if (piece + 1 == all.pieces())
              REQUIRE(all.count(rank, piece) < all.count(rank, piece - 1) + at_once);
          }
        }
        CHECK(next == blocks);
      }
    }
  }
}
