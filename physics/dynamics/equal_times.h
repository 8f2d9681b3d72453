// Equal times: the density matrix by its own equation, which keeps particle numbers to the last digit at any length of panels.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/model.h"
#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

/// Values at the nodes of a panel: [node][k][a][b].
struct EqualTimes {
  std::vector<Complex> rho;
  std::vector<Complex> h;  ///< with field and mean field of this ρ
};

/// Solves ρ(t_l) = ρ(T⁺) + Δ Σ_m A_lm (−i [h(ρ(t_m)), ρ(t_m)] − C(t_m)) by iteration, beginning with the ρ that `values` holds.
///
/// `loss`: C = I + I†, I = I_L(t, t), [node][k][a][b]; its sum over k has no trace, for Σ_k tr (Σ> G< − Σ< G>) is zero at every pair of times, so
/// that the number of particles stays as it is. False where the iteration does not settle to `tolerance`: the panel is too long.
bool solve_equal_times(const Model& model, const Collocation& collocation, double start,
                       double length, std::span<const Complex> initial,
                       std::span<const Complex> loss, double tolerance, EqualTimes& values);

}  // namespace diagc::dynamics
