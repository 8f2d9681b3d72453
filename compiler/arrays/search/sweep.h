// Trees of a network that is long, or flat: a front goes through it from both of its ends.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "compiler/arrays/search/problem.h"

namespace diagc::arrays {

/// Leaves from one end of the network to the other.
///
/// They are sorted by the eigenvector of the smallest positive eigenvalue of the Laplacian of leaves that share labels, weighed by log2 of extents
/// (M. Fiedler, Czechoslovak Math. J. 23, 298, 1973; for separators: A. Pothen, H. Simon, K. Liou, SIAM J. Matrix Anal. Appl. 11, 430, 1990):
/// along it the network is longest, and fronts across it have few labels. A label of m leaves is m (m − 1)/2 edges of weight 1/(m − 1).
/// Random numbers say where the iteration for the vector begins, and move each leaf by up to a hundredth of the whole length.
std::vector<std::uint32_t> sweep_order(const SearchProblem& problem, std::mt19937_64& random);

/// Leaves one by one from either end of sweep_order(), and both halves at last; as in Order::steps, over leaves.
std::vector<std::array<std::uint32_t, 2>> sweep_pairs(const SearchProblem& problem,
                                                      std::mt19937_64& random);

}  // namespace diagc::arrays
