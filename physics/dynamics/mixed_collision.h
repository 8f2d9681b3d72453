// What the imaginary branch adds to the collision integrals of a panel's rows.
#pragma once

#include "physics/dynamics/history.h"

namespace diagc::dynamics {

/// What the points of a thread use in turn; empty where there is no imaginary branch.
struct MixedMemory {
  BlockRows turned;   ///< Σ^⌉ with weights, transposed, τ backwards
  BlockRows product;  ///< I of G^⌉
  MixedMemory(const TwoTime& past);
};

/// Of point k: adds −i ∫_0^β Σ^⌉(t_l, τ) G^⌈(τ, t') dτ to I_L for all columns t', in transposed blocks, and replaces Σ^⌉ by
///
///   ∫_0^t Σ^D(t, s) G^⌉(s, τ) ds + ∫_0^β Σ^⌉(t, s) G(s − τ) ds.
///
/// `within`: Δ A_lm Σ^D(l, m) of the panel's own block.
void collide_mixed(const TwoTime& past, std::size_t k, const WeightedSelfEnergy& weighted,
                   const Block& within, const PanelRows& panel, PanelRows& self_energy,
                   HistorySums& sums, MixedMemory& memory);

}  // namespace diagc::dynamics
