// Collision integrals on the rows of a panel: history, and what the panel itself adds.
#pragma once

#include <algorithm>
#include <cstddef>

#include "physics/dynamics/history.h"

namespace diagc::dynamics {

/// Replaces Σ of a panel's rows, point by point, by the collision integrals
///
///   I_L(t, t') = ∫_0^t Σ^D(t, s) L(s, t') ds − ∫_0^t' Σ<(t, s) D(s, t') ds,      I_D(t, t') = ∫_t'^t Σ^D(t, s) D(s, t') ds.
///
/// `self_energy` as self_energy_rows() leaves it, `panel` with L and D on the same rows, [T, T + length].
void collide(const TwoTime& past, double length, const PanelRows& panel, PanelRows& self_energy,
             unsigned threads);

/// Of the polynomials that continue integrals at stored columns.
inline std::size_t continued_degree(std::size_t order) {
  return std::min<std::size_t>(3, order - 1);
}

/// What the sweeps of a panel [T, T + length] begin with, from the collision integrals of the panel before: at stored columns these are continued by
/// cubic polynomials of the first time; those of T⁺ and of the panel itself are as far behind T as they were behind the beginning of the panel before.
/// `previous`: of the panel that is the last one of `past`.
PanelRows continued_collisions(const TwoTime& past, const PanelRows& previous, double length);

}  // namespace diagc::dynamics
