// History integrals: the rows of a panel against all that is stored, each stored block read once for both triangles.
//
// With the weights w_s of full panels and, within the panel of a column t_j, w^j_s = Δ A_js:
//
//   I_L(l, j) = Σ_s w_s Σ^D(l, s) L(s, j) − Σ_s w^j_s Σ<(l, s) D(s, j),      I_D(l, j) = Σ_s (w_s − w^j_s) Σ^D(l, s) D(s, j),
//
// s over stored nodes; w^j_s = w_s in panels before that of t_j, 0 in later ones. For blocks P > Q, which are stored, with the weights w in Σ:
//
//   I_L(Q) += Σ^D(P) L(P, Q)           I_L(P) −= Σ^D(Q) L(P, Q)†
//   I_D(Q) += Σ^D(P) D(P, Q)           I_L(P) += Σ<(Q) D(P, Q)†
//
// that is four products of blocks, 128 n² operations a row of two bands where n nodes are stored.
#pragma once

#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// A panel's self-energy against stored nodes, of one k point, times the weights of full panels: rows of blocks 0 … panels − 1. `rows`: nodes of the panel
/// with bands.
struct WeightedSelfEnergy {
  BlockRows spectral, lesser;
  /// Transposed blocks of lesser, and of −spectral.
  BlockRows lesser_turned, spectral_turned;

  WeightedSelfEnergy(const TwoTime& past, std::size_t rows);
  /// Of point k of a panel's rows.
  void fill(const TwoTime& past, const PanelRows& self_energy, std::size_t k);
};

/// History integrals of one k point. Zeros to begin with; panels + 2 blocks as in the rows of a panel: columns of stored panels, of T⁺, of the panel
/// itself.
struct HistorySums {
  BlockRows lesser, spectral;
  BlockRows lesser_turned;  ///< the part of lesser that is summed in transposed blocks

  HistorySums(const TwoTime& past, std::size_t rows);
  void clear();
  /// Adds lesser_turned to lesser.
  void turn_back();
};

/// Adds the sums over stored nodes for all columns. `panel`: G on the panel's rows, whose adjoint its own columns are.
void add_history(const TwoTime& past, std::size_t k, const WeightedSelfEnergy& self_energy,
                 const PanelRows& panel, HistorySums& sums);

/// Operations on real numbers that add_history() takes for one k point and so many rows, products of blocks alone.
double history_operations(std::size_t panels, std::size_t block_size, std::size_t rows);

}  // namespace diagc::dynamics
