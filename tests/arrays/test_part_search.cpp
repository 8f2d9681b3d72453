// Parts of trees that are annealed on their own, and moves near the costliest step.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <catch2/catch.hpp>

#include "compiler/arrays/search/exact_subtrees.h"
#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/part_search.h"
#include "tests/arrays/random_networks.h"

using namespace diagc::arrays;

namespace {

constexpr Objective products{Minimise::flops};

ContractionTree random_tree(const SearchProblem& problem, std::mt19937_64& random) {
  return {problem, greedy_pairs(problem, 3, random), products};
}

ContractionTree::Pressure pressure_of_products() {
  ContractionTree::Pressure pressure;
  pressure.objective = products;
  return pressure;
}

}  // namespace

TEST_CASE("a tree with parts annealed has all leaves, and is no worse") {
  std::mt19937 random(41);
  std::mt19937_64 random_trees(42);
  const ContractionTree::Pressure pressure = pressure_of_products();
  int better = 0;
  for (int run = 0; run < 60; ++run) {
    const Network network =
        run % 2 == 0 ? regular(40 + 4 * run, 3, 2, random) : random_network(random, {4, 20});
    const SearchProblem problem(network);
    if (problem.leaves() < 2) continue;
    const ContractionTree tree = random_tree(problem, random_trees);
    const ContractionTree found =
        with_parts_annealed(problem, tree, 2'000'000, pressure, {}, random_trees);
    auto pairs = found.pairs();
    // Its sets and costs are those of its steps.
    const ContractionTree same(problem, pairs, products);
    CHECK(found.score() == Approx(same.score()).epsilon(1e-6));
    CHECK(found.score() <= tree.score());
    better += found.score() < tree.score() ? 1 : 0;
    std::vector<std::uint32_t> joined;
    for (const auto& pair : pairs) joined.insert(joined.end(), pair.begin(), pair.end());
    std::ranges::sort(joined);
    for (std::uint32_t value = 0; value < joined.size(); ++value) CHECK(joined[value] == value);
    CHECK(joined.size() == 2 * (problem.leaves() - 1));
  }
  CHECK(better > 30);
}

TEST_CASE("parts of small trees are annealed to the best tree there is") {
  std::mt19937 random(43);
  std::mt19937_64 random_trees(44);
  const ContractionTree::Pressure pressure = pressure_of_products();
  int trees = 0;
  for (int run = 0; run < 200; ++run) {
    const SearchProblem problem(random_network(random, {4, 12}));
    if (problem.leaves() < 3 || problem.leaves() > ExactSubtrees::most_parts) continue;
    ++trees;
    ContractionTree best = random_tree(problem, random_trees);
    const ContractionTree found =
        with_parts_annealed(problem, best, 400'000, pressure, {}, random_trees);
    ExactSubtrees(best, pressure).improve_all();
    CHECK(found.score() == Approx(best.score()).epsilon(1e-6));
  }
  CHECK(trees > 20);
}

TEST_CASE("a search of parts that is stopped gives the tree back") {
  std::mt19937 random(45);
  std::mt19937_64 random_trees(46);
  const SearchProblem problem(regular(60, 3, 2, random));
  const ContractionTree tree = random_tree(problem, random_trees);
  const ContractionTree found = with_parts_annealed(
      problem, tree, 1'000'000, pressure_of_products(), [] { return true; }, random_trees);
  CHECK(found.pairs() == tree.pairs());
}

TEST_CASE("moves within reach change the costliest steps and their neighbours alone") {
  std::mt19937 random(47);
  std::mt19937_64 random_trees(48);
  const SearchProblem problem(regular(80, 3, 2, random));
  ContractionTree tree = random_tree(problem, random_trees);
  ContractionTree::Pressure pressure = pressure_of_products();
  pressure.regrafts = false;
  pressure.reach = 2;
  constexpr float any = 0;  // every proposal is taken
  int changes = 0, cheap = 0;
  for (int move = 0; move < 3000; ++move) {
    const ContractionTree before = tree;
    float most = 0;
    for (const auto& node : before.nodes()) most = std::max(most, node.cost);
    tree.anneal(1, any, pressure, random_trees);
    for (std::size_t number = problem.leaves(); number + 1 < before.nodes().size(); ++number) {
      const auto& node = before.nodes()[number];
      const bool is_near =
          node.cost >= most - pressure.reach ||
          before.nodes()[static_cast<std::size_t>(node.parent)].cost >= most - pressure.reach;
      cheap += is_near ? 0 : 1;
      if (std::memcmp(before.set(number), tree.set(number), 8 * tree.words()) == 0) continue;
      ++changes;
      CHECK(is_near);
    }
  }
  CHECK(changes > 1000);
  CHECK(cheap > 3000);
}
