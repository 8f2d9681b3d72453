#include "compiler/arrays/search/sweep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace diagc::arrays {

namespace {

/// In (−1/2, 1/2).
double uniform(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 11U) + 0.5) * 0x1.0p-53 - 0.5;
}

/// What a label adds to the Laplacian.
struct Edge {
  double weight;  ///< of each pair of its leaves
  std::vector<std::uint32_t> leaves;
};

std::vector<Edge> edges_of(const SearchProblem& problem) {
  std::vector<Edge> edges(64 * problem.words());
  for (std::uint32_t leaf = 0; leaf < problem.leaves(); ++leaf) {
    for (std::size_t w = 0; w < problem.words(); ++w) {
      for (std::uint64_t rest = problem.leaf(leaf)[w]; rest != 0; rest &= rest - 1)
        edges[64 * w + static_cast<std::size_t>(std::countr_zero(rest))].leaves.push_back(leaf);
    }
  }
  for (std::size_t bit = 0; bit < edges.size(); ++bit) {
    edges[bit].weight = double{problem.weights()[bit / 64]} /
                        std::max(1.0, static_cast<double>(edges[bit].leaves.size()) - 1);
  }
  std::erase_if(edges, [](const Edge& edge) { return edge.leaves.size() < 2; });
  return edges;
}

/// Without its part along the constant vector, of length 1.
void project(std::vector<double>& vector) {
  const double mean =
      std::accumulate(vector.begin(), vector.end(), 0.0) / static_cast<double>(vector.size());
  double squares = 0;
  for (double& x : vector) {
    x -= mean;
    squares += x * x;
  }
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 1;
  for (double& x : vector) x *= scale;
}

/// By iteration of c − L, where c bounds the eigenvalues of the Laplacian L. What is left of other long waves after so many rounds does no harm.
std::vector<double> fiedler_vector(const SearchProblem& problem, std::mt19937_64& random) {
  constexpr int rounds = 2000;
  const std::vector<Edge> edges = edges_of(problem);
  const std::size_t leaves = problem.leaves();
  std::vector<double> degrees(leaves), vector(leaves), next(leaves);
  for (const Edge& edge : edges) {
    for (const std::uint32_t leaf : edge.leaves)
      degrees[leaf] += edge.weight * static_cast<double>(edge.leaves.size() - 1);
  }
  const double bound = 2 * *std::ranges::max_element(degrees);
  for (double& x : vector) x = uniform(random);
  for (int round = 0; round < rounds; ++round) {
    project(vector);
    for (std::size_t leaf = 0; leaf < leaves; ++leaf)
      next[leaf] = (bound - degrees[leaf]) * vector[leaf];
    for (const Edge& edge : edges) {
      double sum = 0;
      for (const std::uint32_t leaf : edge.leaves) sum += vector[leaf];
      for (const std::uint32_t leaf : edge.leaves) next[leaf] += edge.weight * (sum - vector[leaf]);
    }
    vector.swap(next);
  }
  project(vector);
  return vector;
}

}  // namespace

std::vector<std::uint32_t> sweep_order(const SearchProblem& problem, std::mt19937_64& random) {
  const std::size_t leaves = problem.leaves();
  std::vector<std::uint32_t> order(leaves);
  std::iota(order.begin(), order.end(), 0U);
  if (leaves < 2) return order;
  std::vector<double> places = fiedler_vector(problem, random);
  const auto [least, most] = std::ranges::minmax(places);
  constexpr double noise = 0.02;
  for (double& place : places) place += noise * (most - least) * uniform(random);
  std::ranges::sort(order, {}, [&](std::uint32_t leaf) { return std::pair(places[leaf], leaf); });
  return order;
}

std::vector<std::array<std::uint32_t, 2>> sweep_pairs(const SearchProblem& problem,
                                                      std::mt19937_64& random) {
  const std::size_t leaves = problem.leaves();
  if (leaves < 2) return {};
  const std::vector<std::uint32_t> order = sweep_order(problem, random);
  std::vector<std::array<std::uint32_t, 2>> pairs;
  auto next = static_cast<std::uint32_t>(leaves);
  const auto join = [&](std::uint32_t front, std::uint32_t other) {
    pairs.push_back({front, other});
    return next++;
  };
  std::uint32_t left = order.front(), right = order.back();
  const std::size_t half = leaves / 2;
  for (std::size_t k = 1; k < half; ++k) left = join(left, order[k]);
  for (std::size_t k = leaves - 1; k-- > half;) right = join(right, order[k]);
  join(left, right);
  return pairs;
}

}  // namespace diagc::arrays
