// The imaginary branch of the contour: what a correlated thermal start brings into the propagation.
//
// With G^⌉(t, τ), t on the real branch and −iτ on the imaginary one, 0 < τ < β, and the Matsubara function G(τ) = −⟨T c(τ) c†⟩,
//
//   G^⌉(0, τ) = −i G(β − τ),                                  G^⌈(τ, t) = G^⌉(t, β − τ)†,
//   i ∂_t G^⌉(t, τ) = h G^⌉(t, τ) + ∫_0^t Σ^D(t, s) G^⌉(s, τ) ds + ∫_0^β Σ^⌉(t, s) G(s − τ) ds,
//
// and I_L(t, t') gains −i ∫_0^β Σ^⌉(t, τ) G^⌈(τ, t') dτ. Σ^⌉ is what the interaction makes of lesser = G^⌉(t, τ),
// greater = −G^⌉(t, β − τ).
// (G. Stefanucci, R. van Leeuwen, Nonequilibrium Many-Body Theory of Quantum Systems, chapter 5; M. Schüler et al., NESSi, section 2.)
#pragma once

#include <vector>

#include "physics/dynamics/blocks.h"

namespace diagc::dynamics {

struct ImaginaryBranch {
  double beta = 0;
  /// Nodes and weights of the integral from 0 to β; with a node τ there is β − τ: that of number i is β less that of number size − 1 − i.
  std::vector<double> tau, weights;
  double vertex = 0;                  ///< U on this branch
  std::vector<double> vertices = {};  ///< all of them
  /// G^⌉(0, τ): of each k one block, rows bands, columns (τ, band), τ slowest.
  BlockRows initial;
  /// ∫_0^β ℓ_i(s) G(s − τ_j) ds, ℓ_i the piecewise polynomial that is 1 at node i: of each k one block, rows (i, band), columns (j, band).
  BlockRows continuation;
  /// The same of fields that are stored besides G, in the order of their storage: rows i, columns j.
  std::vector<BlockRows> field_continuations = {};

  std::size_t nodes() const { return tau.size(); }
};

}  // namespace diagc::dynamics
