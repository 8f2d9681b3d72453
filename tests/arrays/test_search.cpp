// Orders that the search finds are orders of the network, keep limits, repeat to the last bit, and are good.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <thread>

#include <catch2/catch.hpp>

#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/search.h"
#include "compiler/arrays/search/sweep.h"
#include "tests/arrays/in_turn.h"
#include "tests/arrays/random_networks.h"

using namespace diagc::arrays;

namespace {

void all_at_once(std::size_t parts, const std::function<void(std::size_t)>& body) {
  std::vector<std::thread> threads;
  for (std::size_t part = parts; part-- > 0;) threads.emplace_back(body, part);
  for (std::thread& thread : threads) thread.join();
}

/// A square lattice of tensors of rank up to 4.
Network grid(std::uint32_t rows, std::uint32_t columns, std::uint64_t extent) {
  Network network;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Label> bonds;
  const auto bond = [&](std::uint32_t a, std::uint32_t b) {
    const auto [entry, is_new] =
        bonds.try_emplace(std::minmax(a, b), static_cast<Label>(bonds.size()));
    if (is_new) network.extents.push_back(extent);
    return entry->second;
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t site = row * columns + column;
      auto& axes = network.tensors.emplace_back();
      if (row > 0) axes.push_back(bond(site, site - columns));
      if (row + 1 < rows) axes.push_back(bond(site, site + columns));
      if (column > 0) axes.push_back(bond(site, site - 1));
      if (column + 1 < columns) axes.push_back(bond(site, site + 1));
    }
  }
  return network;
}

/// log10 of the least operations of all orders.
double least_macs(const Network& network) {
  double least = 1e300;
  Order order;
  std::vector<std::uint32_t> left(network.tensors.size());
  for (std::uint32_t t = 0; t < left.size(); ++t) left[t] = t;
  const std::function<void()> go = [&] {
    if (left.size() < 2) {
      least = std::min(least, cost(network, order).log10_macs);
      return;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        const std::vector<std::uint32_t> before = left;
        order.steps.push_back({left[i], left[j]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(j));
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        left.push_back(static_cast<std::uint32_t>(network.tensors.size() + order.steps.size() - 1));
        go();
        left = before;
        order.steps.pop_back();
      }
    }
  };
  go();
  return least;
}

}  // namespace

TEST_CASE("orders of random networks are valid and keep the limit") {
  std::mt19937 random(11);
  for (int run = 0; run < 200; ++run) {
    const Network network = random_network(random);
    SearchOptions options;
    options.moves = 500;
    options.seed = static_cast<std::uint64_t>(run);
    options.minimise = std::array{Minimise::flops, Minimise::time, Minimise::memory}[run % 3];
    if (run % 2 == 1) options.most_log2_elements = 2;
    const Order order = search_order(network, options, one_after_the_other);
    CHECK_NOTHROW(verify(network, order));
    if (run % 2 == 1 && network.open.empty()) CHECK(cost(network, order).log2_width <= 6.001);
  }
}

TEST_CASE("moves leave every value of a tree its labels, size and cost") {
  std::mt19937 random(13);
  std::mt19937_64 random_moves(14);
  const StepTimes times;
  std::size_t moved = 0;
  for (int run = 0; run < 300; ++run) {
    const Network network = run % 3 == 0 ? grid(5, 4, 2) : random_network(random);
    const SearchProblem problem(network);
    if (problem.leaves() < 4) continue;
    const Objective objective{run % 2 == 0 ? Minimise::flops : Minimise::time, &times, run % 4 < 2};
    ContractionTree tree(problem, greedy_pairs(problem, 0.5, random_moves), objective);
    const auto before = tree.pairs();
    for (int slices = run % 5; slices > 1; --slices) {
      const std::size_t bit = tree.best_slice(0, 1, random_moves);
      if (bit < 64 * problem.words()) tree.slice(bit);
    }
    ContractionTree::Pressure pressure{objective, 2, run % 7 < 3 ? 1.0F : 0.0F};
    tree.anneal(3000, 0.2F, pressure, random_moves);
    moved += tree.pairs() != before ? 1 : 0;
    ContractionTree built(problem, tree.pairs(), objective);
    for (const std::size_t bit : tree.sliced()) built.slice(bit);
    CHECK(tree.score() == Approx(built.score()).epsilon(1e-6));
    const auto sorted = [](const ContractionTree& of) {
      std::vector<std::pair<float, float>> values;
      for (const auto& node : of.nodes()) values.emplace_back(node.size, node.cost);
      std::ranges::sort(values);
      return values;
    };
    const auto values = sorted(tree), expected = sorted(built);
    REQUIRE(values.size() == expected.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      CHECK(values[k].first == Approx(expected[k].first).margin(1e-4));
      CHECK(values[k].second == Approx(expected[k].second).margin(1e-4));
    }
  }
  CHECK(moved > 100);
}

TEST_CASE("the same seed and moves give the same order on any number of threads") {
  const Network network = grid(7, 7, 2);
  struct Case {
    double limit;
    std::uint64_t moves;
  };
  // The third one is long enough for a population.
  for (const auto& [limit, moves] : {Case{1e9, 20'000}, Case{4.0, 20'000}, Case{1e9, 280'000}}) {
    SearchOptions options;
    options.moves = 49 * moves;
    options.most_log2_elements = limit;
    options.minimise = Minimise::flops;
    const Order order = search_order(network, options, one_after_the_other);
    CHECK(search_order(network, options, all_at_once) == order);
    if (limit < 10) {
      CHECK(!order.sliced.empty());
      CHECK(cost(network, order).log2_width <= limit);
    }
    options.seed = 2;
    CHECK(search_order(network, options, one_after_the_other) != order);
  }
}

TEST_CASE("orders are gone on with, for a lower limit or with more moves") {
  const Network network = grid(7, 7, 2);
  SearchOptions options;
  options.moves = 49 * 3'000;
  options.most_log2_elements = 4;
  options.minimise = Minimise::flops;
  const Order first = search_order(network, options, one_after_the_other);
  const Order same = improve_order(network, first, options, one_after_the_other);
  CHECK_NOTHROW(verify(network, same));
  CHECK(cost(network, same).log2_width <= 4);
  CHECK(cost(network, same).log10_macs <= cost(network, first).log10_macs + 1e-9);
  options.moves = 49 * 20'000;
  options.most_log2_elements = 3;
  const Order lower = improve_order(network, first, options, one_after_the_other);
  CHECK_NOTHROW(verify(network, lower));
  CHECK(cost(network, lower).log2_width <= 3);
  CHECK(improve_order(network, first, options, all_at_once) == lower);
  // An order that no search makes: absorbed tensors are not its first steps.
  Order other;
  for (std::uint32_t step = 0; step + 1 < 49; ++step)
    other.steps.push_back({step == 0 ? 48 : 48 + step, step});
  REQUIRE_NOTHROW(verify(network, other));
  CHECK(improve_order(network, other, options, one_after_the_other) ==
        search_order(network, options, one_after_the_other));
}

TEST_CASE("orders of few tensors take the least operations that any order takes") {
  std::mt19937 random(12);
  for (int run = 0; run < 20; ++run) {
    // A ring with two chords and extents of all kinds: nothing to absorb.
    Network network;
    for (int label = 0; label < 8; ++label) network.extents.push_back(3 + random() % 5);
    network.tensors = {{0, 1, 6}, {1, 2}, {2, 3, 7}, {3, 4, 6}, {4, 5}, {5, 0, 7}};
    SearchOptions options;
    options.moves = 2000;
    options.minimise = Minimise::flops;
    const Order order = search_order(network, options, one_after_the_other);
    CHECK(cost(network, order).log10_macs == Approx(least_macs(network)).margin(1e-6));
  }
}

TEST_CASE("a long lattice is swept, by few moves") {
  // A bar of 4 x 4 x 9 sites: a front across it has 16 bonds, and 4 and 1 more beside a site, which adds 3.
  const auto site = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return 16 * z + 4 * y + x;
  };
  Network network;
  network.tensors.resize(144);
  const auto bond = [&](std::uint32_t a, std::uint32_t b) {
    network.extents.push_back(2);
    for (const std::uint32_t tensor : {a, b})
      network.tensors[tensor].push_back(static_cast<Label>(network.extents.size() - 1));
  };
  for (std::uint32_t z = 0; z < 9; ++z) {
    for (std::uint32_t y = 0; y < 4; ++y) {
      for (std::uint32_t x = 0; x < 4; ++x) {
        if (x < 3) bond(site(x, y, z), site(x + 1, y, z));
        if (y < 3) bond(site(x, y, z), site(x, y + 1, z));
        if (z < 8) bond(site(x, y, z), site(x, y, z + 1));
      }
    }
  }
  std::mt19937_64 random(5);
  const SearchProblem problem(network);
  const ContractionTree sweep(problem, sweep_pairs(problem, random), {Minimise::flops});
  const ContractionTree greedy(problem, greedy_pairs(problem, 0.5, random), {Minimise::flops});
  CHECK(sweep.score() < greedy.score() - 3);
  SearchOptions options;
  options.moves = 20'000 * 144;
  options.minimise = Minimise::flops;
  const Order order = search_order(network, options, one_after_the_other);
  CHECK(cost(network, order).log10_macs < std::log10(144 * std::exp2(24)));
}

TEST_CASE(
    "a limit that a greedy tree passes and a cooled one does not leaves all moves to the tree") {
  // The front of a 7 x 24 lattice has 7 bonds and one beside a site.
  const Network network = grid(7, 24, 2);
  SearchOptions options;
  options.minimise = Minimise::flops;
  options.moves = 168 * 20'000;
  const Order free = search_order(network, options, one_after_the_other);
  const double width = cost(network, free).log2_width;
  std::mt19937_64 random(options.seed * 1000003);
  const SearchProblem problem(network);
  const ContractionTree greedy(problem, greedy_pairs(problem, 0, random), {Minimise::flops});
  REQUIRE(greedy.log2_width() > width);
  options.most_log2_elements = width;
  const Order limited = search_order(network, options, one_after_the_other);
  CHECK(limited.sliced.empty());
  CHECK(cost(network, limited).log2_width <= width);
  CHECK(cost(network, limited).log10_macs < cost(network, free).log10_macs + 0.05);
}

TEST_CASE("a lattice is contracted from its short side") {
  // Site by site, column by column: the front has at most 6 bonds, a site 2 more.
  SearchOptions options;
  options.minimise = Minimise::flops;
  const Network network = grid(5, 30, 2);
  const Order order = search_order(network, options, one_after_the_other);
  CHECK(cost(network, order).log10_macs < std::log10(150 * std::exp2(8)));
  options.minimise = Minimise::memory;
  CHECK(cost(network, search_order(network, options, one_after_the_other)).log2_width <= 6);
}
