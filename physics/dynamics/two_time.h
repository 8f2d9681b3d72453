// What is kept of the past: L = G< and D = G> − G< at all pairs of nodes, the lower block triangle alone.
//
// Both are smooth across equal times and anti-Hermitian, X(t, t') = −X(t', t)†. A block holds two panels' nodes with their bands: row and column
// are (node, band), node slowest. Besides, there is the row of T⁺, the time that the next panel begins at, after a kick where there is one: a node
// of weight 0 in quadratures, so that jumps are exact.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

/// Both functions on the rows of one panel.
struct PanelRows {
  BlockRows lesser, spectral;
};

class TwoTime {
 public:
  /// ρ at T⁺ = 0: [k][a][b].
  TwoTime(std::size_t points, std::size_t bands, Collocation collocation,
          std::span<const Complex> rho);

  std::size_t points() const { return points_; }
  std::size_t bands() const { return bands_; }
  const Collocation& collocation() const { return collocation_; }
  std::size_t panels() const { return rows_.size(); }
  std::size_t nodes() const { return panels() * collocation_.order; }
  /// Rows and columns of a block.
  std::size_t block_size() const { return collocation_.order * bands_; }

  double end() const { return end_; }  ///< T
  double length(std::size_t panel) const { return lengths_[panel]; }
  const std::vector<double>& times() const { return times_; }  ///< of all nodes

  /// Rows of a panel: blocks 0 … panel.
  const PanelRows& rows(std::size_t panel) const { return rows_[panel]; }
  /// The rows of T⁺: blocks 0 … panels() − 1, and block panels(), whose first columns are the pair (T⁺, T⁺).
  const PanelRows& edge() const { return edge_; }

  /// ρ at T⁺: [k][a][b].
  std::vector<Complex> edge_density() const;

  /// G → K G K† on the row and the column of T⁺; K is [a][b].
  void kick(std::span<const Complex> matrix);

  /// Takes over rows of the panel [T, end]. They have the blocks of edge(), and then the panel's own one.
  void append(const PanelRows& panel, double end);

  /// Bytes of the two functions at so many panels.
  static double bytes(std::size_t points, std::size_t bands, std::size_t order, std::size_t panels);

 private:
  std::size_t points_, bands_;
  Collocation collocation_;
  double end_ = 0;
  std::vector<double> lengths_, times_;
  std::vector<PanelRows> rows_;
  PanelRows edge_;
};

}  // namespace diagc::dynamics
