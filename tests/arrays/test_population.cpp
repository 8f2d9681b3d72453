// Trees of two trees, and populations of them.
#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "compiler/arrays/search/crossing.h"
#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/population.h"
#include "tests/arrays/in_turn.h"
#include "tests/arrays/random_networks.h"

using namespace diagc::arrays;

namespace {

using Leaves = std::set<std::uint32_t>;

/// By node.
std::vector<Leaves> leaves_below(const ContractionTree& tree) {
  std::vector<Leaves> leaves;
  const auto pairs = tree.pairs();
  for (std::uint32_t leaf = 0; leaf <= pairs.size(); ++leaf) leaves.push_back({leaf});
  for (const auto& [a, b] : pairs) {
    Leaves both = leaves[a];
    both.insert(leaves[b].begin(), leaves[b].end());
    leaves.push_back(std::move(both));
  }
  return leaves;
}

/// The leaves of subtrees whose steps are all below a cost, and are part of no larger one that is not the whole tree.
std::vector<Leaves> cheap_subtrees(const SearchProblem& problem, const ContractionTree& tree,
                                   double below) {
  const auto pairs = tree.pairs();
  const ContractionTree same(problem, pairs, tree.objective());
  const std::vector<Leaves> leaves = leaves_below(tree);
  std::vector<bool> cheap(leaves.size(), true);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::size_t node = problem.leaves() + k;
    cheap[node] = cheap[pairs[k][0]] && cheap[pairs[k][1]] && same.nodes()[node].cost < below;
  }
  cheap.back() = false;
  std::vector<Leaves> result;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    for (const std::uint32_t operand : pairs[k])
      if (cheap[operand] && !cheap[problem.leaves() + k]) result.push_back(leaves[operand]);
  }
  return result;
}

double largest_cost(const ContractionTree& tree) {
  float cost = 0;
  for (const auto& node : tree.nodes()) cost = std::max(cost, node.cost);
  return cost;
}

}  // namespace

TEST_CASE("a child is a tree of all leaves, and keeps the subtrees of its parents") {
  std::mt19937 random(31);
  std::mt19937_64 random_trees(32);
  int kept = 0, mixed = 0;
  for (int run = 0; run < 200; ++run) {
    const Network network =
        run % 2 == 0 ? regular(40, 3, 2, random) : random_network(random, {4, 20});
    const SearchProblem problem(network);
    if (problem.leaves() < 2) continue;
    const Objective objective{Minimise::flops};
    const auto tree = [&] {
      return ContractionTree(problem, greedy_pairs(problem, 0.5, random_trees), objective);
    };
    const ContractionTree first = tree(), second = tree();
    constexpr float bits = 3;
    const auto pairs = crossed_pairs(problem, first, second, bits, random_trees);
    REQUIRE(pairs.size() + 1 == problem.leaves());
    Leaves joined;
    for (const auto& [a, b] : pairs) {
      CHECK(joined.insert(a).second);
      CHECK(joined.insert(b).second);
    }
    const ContractionTree child(problem, pairs, objective);
    const std::vector<Leaves> of_child = leaves_below(child);
    const auto keeps = [&](const Leaves& subtree) {
      return std::ranges::find(of_child, subtree) != of_child.end();
    };
    std::size_t of_first = 0;
    const std::vector<Leaves> of_parent =
        cheap_subtrees(problem, first, largest_cost(first) - bits);
    for (const Leaves& subtree : of_parent) of_first += keeps(subtree) ? 1 : 0;
    CHECK(of_first > 0);
    mixed += of_first < of_parent.size() ? 1 : 0;
    // Of one tree alone all of them are kept.
    const ContractionTree alone(problem, crossed_pairs(problem, first, first, bits, random_trees),
                                objective);
    const std::vector<Leaves> of_alone = leaves_below(alone);
    for (const Leaves& subtree : of_parent) {
      CHECK(std::ranges::find(of_alone, subtree) != of_alone.end());
      kept += subtree.size() > 1 ? 1 : 0;
    }
  }
  CHECK(kept > 100);
  CHECK(mixed > 20);
}

TEST_CASE("long searches find better orders than as many moves of one tree") {
  std::mt19937 random(33);
  const Network network = regular(60, 3, 2, random);
  const SearchProblem problem(network);
  SearchOptions options;
  options.minimise = Minimise::flops;
  options.moves = 400'000 * problem.leaves();
  REQUIRE(is_for_population(problem, options, options.moves));
  const auto best = best_of_population(problem, options, options.moves, 1e9, one_after_the_other);
  REQUIRE(best);
  const ContractionTree& found = *best;
  // No first tree is as good as the best of the last ones.
  CHECK(!best_of_population(problem, options, options.moves, found.score(), one_after_the_other));
  std::mt19937_64 random_moves(34);
  ContractionTree tree(problem, greedy_pairs(problem, 0.5, random_moves), found.objective());
  ContractionTree::Pressure pressure;
  pressure.objective = found.objective();
  for (const float beta : {1.0F, 2.0F, 4.0F, 8.0F, 16.0F})
    tree.anneal(options.moves / 5, beta, pressure, random_moves);
  CHECK(found.score() <= tree.score());
}
