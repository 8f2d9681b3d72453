// Trees that differ by more than the names of their vertices.
//
// An integrand that is symmetric in vertices 1 … m, and a weight that is, need no labelled trees: it is enough to draw the shape of the tree, each
// with the probability of all trees of that shape together, and to take its vertices in an order in which parents come first.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::series {

/// A tree of vertices 0 … m with root 0, up to a permutation of the others.
struct TreeShape {
  std::vector<std::uint8_t> parents;  ///< of vertices 1 … m, each less than its child
  std::uint32_t root_degree = 0;      ///< children of 0
  double labellings = 1;  ///< trees of this shape: m! over the order of its automorphism group
};

/// m; there are 4,766 shapes of that. The parents of a shape in 32 bits (packed_parents) take 29 of them for m = 11, 33 for m = 12.
constexpr std::uint32_t most_tree_vertices = 11;

/// All of them: 1, 1, 2, 4, 9, 20, 48, … for m = 0, 1, 2, …, after
///   T. Beyer and S. M. Hedetniemi, SIAM J. Comput. 9, 706 (1980)
std::vector<TreeShape> tree_shapes(std::uint32_t m);

/// The parents of vertices 2, 3, … of a shape from the lowest bit on, each in as many bits as the number of a lower vertex takes.
std::uint32_t packed_parents(const std::vector<std::uint8_t>& parents);

/// α (α + m)^(m − 1): the sum over all trees of α to the degree of the root, by Cayley and Prüfer; 1 for m = 0.
double tree_count(std::uint32_t m, double alpha);

}  // namespace diagc::series
