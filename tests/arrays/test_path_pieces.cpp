// The cut of a path into kernels is the cheapest of all cuts, with as few relayouts as that takes.
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/path_pieces.h"
#include "tests/test_seed.h"

using namespace diagc::arrays;

namespace {

struct RandomPath {
  MainPath path;
  std::vector<double> extents;
  std::vector<Labels> labels;
  std::vector<std::uint32_t> homes;
};

/// A tensor of 10 to 24 labels and up to 8 steps; each takes some of the live labels, sums some of these and brings new ones.
RandomPath random_chain(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  RandomPath chain;
  const auto add_label = [&] {
    chain.extents.push_back(std::array{2.0, 2.0, 2.0, 3.0, 4.0}[below(5)]);
    return static_cast<Label>(chain.extents.size() - 1);
  };
  Labels live;
  for (std::size_t k = 10 + below(15); k > 0; --k) live.push_back(add_label());
  bool changes = below(2) == 0;
  const auto add_value = [&](Labels labels, bool value_changes) {
    std::ranges::sort(labels);
    chain.labels.push_back(std::move(labels));
    chain.homes.push_back(value_changes ? 1 : 0);
    return static_cast<std::uint32_t>(chain.labels.size() - 1);
  };
  chain.path.values.push_back(add_value(live, changes));
  for (std::size_t steps = 1 + below(8); steps > 0; --steps) {
    Labels other;
    for (std::size_t k = 1 + below(6); k > 0 && live.size() > 4; --k) {
      const auto which = live.begin() + static_cast<std::ptrdiff_t>(below(live.size()));
      if (std::ranges::count(other, *which) > 0) continue;
      other.push_back(*which);
      if (below(3) > 0) live.erase(which);
    }
    for (std::size_t k = below(5); k > 0 && live.size() < 26; --k) {
      other.push_back(add_label());
      live.push_back(other.back());
    }
    const bool other_changes = below(6) == 0;
    chain.path.others.push_back(add_value(other, other_changes));
    changes = changes || other_changes;
    chain.path.values.push_back(add_value(live, changes));
  }
  return chain;
}

/// Calls body for every cut of so many steps.
void for_each_cut(std::size_t steps, const std::function<void(const PathCut&)>& body) {
  PathCut cut;
  const std::function<void(std::size_t)> segment = [&](std::size_t left) {
    if (left == 0) return body(cut);
    cut.segments.emplace_back();
    segment(left - 1);
    // Kernels of this segment, after each of which it may end.
    const std::function<void(std::size_t)> kernel = [&](std::size_t rest) {
      for (std::size_t own = 1; own <= rest; ++own) {
        const std::size_t place = cut.segments.size() - 1;
        cut.segments[place].push_back(own);
        segment(rest - own);
        kernel(rest - own);
        cut.segments[place].pop_back();
      }
    };
    kernel(left);
    cut.segments.pop_back();
  };
  segment(steps);
}

PathCut cut_of(const std::vector<PathPiece>& pieces) {
  PathCut cut;
  const PathPiece* before = nullptr;
  for (const PathPiece& piece : pieces) {
    const bool is_tiles = piece.form == KernelForm::tiles;
    if (!is_tiles || before == nullptr || before->form != KernelForm::tiles ||
        before->lanes != piece.lanes)
      cut.segments.emplace_back();
    if (is_tiles) cut.segments.back().push_back(piece.last - piece.first);
    before = &piece;
  }
  return cut;
}

std::size_t relayouts(const PathCut& cut) {
  return static_cast<std::size_t>(
      std::ranges::count_if(cut.segments, [](const auto& kernels) { return !kernels.empty(); }));
}

}  // namespace

TEST_CASE("paths of up to 8 steps are cut as cheaply as by an exhaustive search") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t with_relayouts = 0, cuts = 0;
  for (int run = 0; run < 40; ++run) {
    const RandomPath chain = random_chain(random);
    PlaceOptions options{.element_bytes = run % 2 == 0 ? 8U : 4U, .is_complex = run % 4 > 1};
    options.fuse = run % 5 != 0;
    const auto seconds = [&](const PathCut& cut) {
      return cut_seconds(chain.path, chain.extents, chain.labels, chain.homes, options, cut);
    };
    double least = std::numeric_limits<double>::infinity();
    std::size_t fewest = 0;
    for_each_cut(chain.path.others.size(), [&](const PathCut& cut) {
      const double cost = seconds(cut);
      ++cuts;
      // Of cuts that cost the same the one with the fewest relayouts.
      if (cost < least * (1 - 1e-12)) {
        fewest = relayouts(cut);
      } else if (cost <= least * (1 + 1e-12)) {
        fewest = std::min(fewest, relayouts(cut));
      }
      least = std::min(least, cost);
    });
    const PathCut found =
        cut_of(cheapest_pieces(chain.path, chain.extents, chain.labels, chain.homes, options));
    INFO("run " << run);
    CHECK(seconds(found) == Approx(least).epsilon(1e-12));
    CHECK(relayouts(found) == fewest);
    if (fewest > 1) ++with_relayouts;
  }
  CHECK(cuts > 1000);
  CHECK(with_relayouts > 3);
}
