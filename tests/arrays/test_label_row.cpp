// Rows of labels: their fronts are those of the definition, and contractions along them have no larger steps.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "compiler/arrays/search/label_row.h"
#include "compiler/arrays/search/sweep.h"
#include "compiler/arrays/search/tree.h"
#include "tests/arrays/random_networks.h"

using namespace diagc::arrays;

namespace {

using Parts = std::vector<std::vector<std::uint64_t>>;

Parts leaves_of(const SearchProblem& problem) {
  Parts parts;
  for (std::size_t leaf = 0; leaf < problem.leaves(); ++leaf)
    parts.emplace_back(problem.leaf(leaf).begin(), problem.leaf(leaf).end());
  return parts;
}

bool has(const std::vector<std::uint64_t>& set, std::size_t bit) {
  return (set[bit / 64] >> bit % 64 & 1U) != 0;
}

/// By place, log2 of the product of the extents of the front, from the definition.
std::vector<double> fronts(const SearchProblem& problem, const Parts& parts,
                           const std::vector<std::size_t>& summed) {
  const std::size_t bits = 64 * problem.words();
  std::vector<std::size_t> place(bits, summed.size());
  for (std::size_t k = 0; k < summed.size(); ++k) place[summed[k]] = k;
  std::vector<double> result(summed.size());
  for (std::size_t bit = 0; bit < bits; ++bit) {
    std::size_t first = summed.size();
    for (const auto& part : parts) {
      for (std::size_t other = 0; other < bits && has(part, bit); ++other)
        if (has(part, other)) first = std::min(first, place[other]);
    }
    for (std::size_t k = first; k < summed.size() && k <= place[bit]; ++k)
      result[k] += std::round(16 * problem.weights()[bit / 64]) / 16;
  }
  return result;
}

double log2_sum_of(const std::vector<double>& logs) {
  double sum = 0;
  for (const double log : logs) sum += std::exp2(log);
  return std::log2(sum);
}

}  // namespace

TEST_CASE("moves leave every place of a row the front that its definition has") {
  std::mt19937 random(21);
  std::mt19937_64 random_moves(22);
  int moved = 0, open = 0;
  for (int run = 0; run < 1000; ++run) {
    const Network network =
        run % 16 == 0 ? regular(30, 3, 2 + run % 3, random) : random_network(random, {4, 20});
    const SearchProblem problem(network);
    const Parts parts = leaves_of(problem);
    LabelRow row(problem, parts);
    if (!row.has_few_neighbours()) continue;
    const std::vector<std::size_t> before = row.summed();
    CHECK(row.log2_products() == Approx(log2_sum_of(fronts(problem, parts, before))).epsilon(1e-9));
    for (const float beta : {0.0F, 10.0F}) {
      row.anneal(300, beta, random_moves);
      const std::vector<std::size_t> now = row.summed();
      CHECK(std::ranges::is_permutation(now, before));
      CHECK(row.log2_products() == Approx(log2_sum_of(fronts(problem, parts, now))).epsilon(1e-9));
      moved += now != before ? 1 : 0;
    }
    const auto labels = problem.open();
    open += std::ranges::any_of(labels, [](std::uint64_t word) { return word != 0; }) ? 1 : 0;
  }
  CHECK(moved > 100);
  CHECK(open > 20);
}

TEST_CASE("no step along a row has more products than the largest front") {
  std::mt19937 random(23);
  std::mt19937_64 random_moves(24);
  for (int run = 0; run < 200; ++run) {
    const Network network =
        run % 4 == 0 ? regular(30, 3, 4, random) : random_network(random, {4, 20});
    const SearchProblem problem(network);
    if (problem.leaves() < 2) continue;
    const Parts parts = leaves_of(problem);
    LabelRow row(problem, parts);
    if (row.has_few_neighbours()) row.anneal(500, 20, random_moves);
    const auto pairs = row.pairs();
    REQUIRE(pairs.size() + 1 == problem.leaves());
    std::set<std::uint32_t> joined;
    for (const auto& [a, b] : pairs) {
      CHECK(joined.insert(a).second);
      CHECK(joined.insert(b).second);
    }
    // Parts without a common label are joined last, and then open labels alone are left.
    double largest = problem.size(problem.open().data());
    for (const double front : fronts(problem, parts, row.summed()))
      largest = std::max(largest, front);
    const ContractionTree tree(problem, pairs, {Minimise::flops});
    for (std::size_t node = problem.leaves(); node <= tree.root(); ++node)
      CHECK(tree.operations(node) <= largest + 0.3);
  }
}

TEST_CASE("an annealed row of a lattice is a sweep across its short side") {
  // 5 x 20 sites: a front has 5 bonds and the four of one site, at most.
  Network network;
  network.tensors.resize(100);
  const auto bond = [&](std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t tensor : {a, b})
      network.tensors[tensor].push_back(static_cast<Label>(network.extents.size()));
    network.extents.push_back(4);
  };
  for (std::uint32_t column = 0; column < 20; ++column) {
    for (std::uint32_t row = 0; row < 5; ++row) {
      if (row < 4) bond(5 * column + row, 5 * column + row + 1);
      if (column < 19) bond(5 * column + row, 5 * column + row + 5);
    }
  }
  const SearchProblem problem(network);
  // Leaves in a random order, as no sweep would have them.
  Parts parts = leaves_of(problem);
  std::mt19937 shuffling(25);
  std::ranges::shuffle(parts, shuffling);
  std::mt19937_64 random(26);
  LabelRow row(problem, parts);
  const double before = row.log2_products();
  for (const float beta : {10.0F, 30.0F, 100.0F, 300.0F, 1000.0F})
    row.anneal(100'000, beta, random);
  CHECK(before > 40);
  CHECK(row.log2_products() < 2 * 9 + std::log2(175));
}
