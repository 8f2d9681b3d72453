// The weight that integrands of many equal labellings are normalised against: vertices 1 … m hang on vertex 0 by every spanning tree,
//
//   w(x) = Σ_trees α^(degree of 0) Π_edges P_u(u → v) / [α (α + m)^(m − 1)] = det Λ / [α (α + m)^(m − 1)],
//   Λ_vv = α P0(0 → v) + Σ_{u ≠ 0, v} P(u → v),   Λ_uv = −P(u → v),
//
// by the matrix-tree theorem (W. T. Tutte, Proc. Camb. Phil. Soc. 44, 463 (1948)). P0 and P are densities of a displacement and of a bin of
// the time difference, from vertex 0 and from any other (chain_weight.h). All of them are normalised, so that the sum of w over
// sites and its integral over times in units of β is exactly 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/series/sampling/chain_weight.h"

namespace diagc::series {

struct TreeLinks {
  LinkDistribution root, other;  ///< P0 and P
  double alpha = 1;
};

/// Half the density of each cell, half that of the way back: P(u → v) = P(v → u). Only for spaces of one site a cell, where all sites are alike.
LinkDistribution symmetrised(const lattice::Space& space, const LinkClasses& classes,
                             const LinkDistribution& link);

/// Densities of all links of a configuration.
class LinkMatrix {
 public:
  explicit LinkMatrix(std::uint32_t m) : m_(m), density_((std::size_t{m} + 1) * (m + 1)) {}
  std::uint32_t m() const { return m_; }
  /// From u = 0 … m to v = 1 … m: P0 where u = 0, else P.
  double& operator()(std::uint32_t u, std::uint32_t v) { return density_[u * (m_ + 1) + v]; }
  double operator()(std::uint32_t u, std::uint32_t v) const { return density_[u * (m_ + 1) + v]; }

 private:
  std::uint32_t m_;
  std::vector<double> density_;
};

/// w, to rounding errors of its own size: elimination of vertex after vertex adds and multiplies what is positive, as in
///   W. K. Grassmann, M. I. Taksar, D. P. Heyman, Oper. Res. 33, 1107 (1985)
double tree_weight(const LinkMatrix& links, double alpha);

/// The part of w that trees with the edge u → v have, at (u, v): P(u → v) [Λ⁻¹_vv − Λ⁻¹_vu], of the root α P0(0 → v) Λ⁻¹_vv. Those
/// that lead to a vertex add up to 1.
LinkMatrix edge_shares(const LinkMatrix& links, double alpha);

/// What configurations have of every cell: sums of weight times share over the edges, and over the weights. Whole numbers in units of 2⁻²⁰ of a
/// weight of 1, so that sums do not depend on an order.
class TreeCounts {
 public:
  static std::size_t numbers(const LinkClasses& classes) {
    return 2 * std::size_t{classes.cells()} + 2;
  }

  /// Adds to `counts`, numbers(classes) of them, a configuration of this weight. `cell(u, v)`: of the link from u to v.
  template <class Cell>
  static void add(const LinkClasses& classes, const LinkMatrix& shares, const Cell& cell,
                  double weight, std::span<std::int64_t> counts) {
    double degree = 0;
    for (std::uint32_t v = 1; v <= shares.m(); ++v) {
      for (std::uint32_t u = 0; u <= shares.m(); ++u) {
        if (u != v)
          counts[(u == 0 ? 0 : classes.cells()) + cell(u, v)] += units(weight * shares(u, v));
      }
      degree += shares(0, v);
    }
    counts[2 * classes.cells()] += units(weight);
    counts[2 * classes.cells() + 1] += units(weight * degree);
  }

 private:
  static std::int64_t units(double weight);
};

/// How links follow from counts.
struct TreeLearning {
  std::uint32_t m = 1;
  bool alike = true;  ///< vertex 0 is like the others: then P0 = P and α = 1
  /// [cell]: positive everywhere; this part of every distribution is in proportion to it.
  const std::vector<double>& background;
  double background_part = 0;
};

/// The step of expectation–maximisation (A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39, 1 (1977)): without a background the sum of
/// weight · ln w over the configurations that were counted, with shares by the links before, does not fall.
TreeLinks learned_links(const LinkClasses& classes, std::span<const std::int64_t> counts,
                        const TreeLearning& learning);

}  // namespace diagc::series
