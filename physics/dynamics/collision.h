// Collision integrals on the rows of a panel: history, and what the panel itself adds.
#pragma once

#include "physics/dynamics/history.h"

namespace diagc::dynamics {

/// Replaces Σ of a panel's rows, point by point, by the collision integrals
///
///   I_L(t, t') = ∫_0^t Σ^D(t, s) L(s, t') ds − ∫_0^t' Σ<(t, s) D(s, t') ds,      I_D(t, t') = ∫_t'^t Σ^D(t, s) D(s, t') ds.
///
/// `self_energy` as self_energy_rows() leaves it, `panel` with L and D on the same rows, [T, T + length].
void collide(const TwoTime& past, double length, const PanelRows& panel, PanelRows& self_energy,
             unsigned threads);

/// Collision integrals of the panel before, continued to a panel [T, T + length] by cubic polynomials of the first time: what its sweeps begin
/// with. `previous`: of the panel that is the last one of `past`.
PanelRows continued_collisions(const TwoTime& past, const PanelRows& previous, double length);

}  // namespace diagc::dynamics
