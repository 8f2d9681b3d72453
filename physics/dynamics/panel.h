// One panel of times: all of its rows are solved together, by sweeps between G and its self-energy.
//
// With t_l = T + Δ c_l, for all columns t' of L and D,
//
//   X(t_l, t') = X(T⁺, t') − i Δ Σ_m A_lm [ h(t_m) X(t_m, t') + I_X(t_m, t') ],
//
// linear in X where h and the collision integrals I are given: one inverse of p · bands rows for each k. A sweep takes I, solves for the density
// matrix at equal times and with its h for all rows, and makes Σ and I anew. Sweeps end when they change no value by more than a tenth of the
// tolerance, by what the last two changed. There is no history of Σ, nothing to start from, and no condition on the length but that sweeps converge.
#pragma once

#include <functional>
#include <optional>

#include "physics/dynamics/equal_times.h"
#include "physics/dynamics/ranks/point_share.h"
#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

struct PanelSettings {
  double tolerance = 1e-8;
  std::size_t most_sweeps = 40;
  unsigned threads = 1;
  /// Whether sweeps end as soon as it is clear that the panel is too long for the tolerance.
  bool resolved = true;
  /// Of the last panel that was taken.
  std::size_t usual_sweeps = 2;
  /// About how many panels come after this one.
  std::size_t following = 0;
  std::function<void()> meanwhile = {};  ///< what the host may do while a device computes
};

enum class PanelEnd { converged, unresolved, diverged };

struct Panel {
  PanelEnd end = PanelEnd::diverged;
  PanelRows rows;             ///< L and D: blocks of stored panels, of T⁺, of the panel
  PanelRows collisions;       ///< I_L and I_D on them; none without self-energy
  PanelRows own_self_energy;  ///< Σ< and Σ^D that they were made of, of the panel's own block alone
  EqualTimes equal_times;     ///< of all points
  std::size_t sweeps = 0;
  double residual = 0;    ///< next_change() behind the last sweep
  double unresolved = 0;  ///< see resolution.h
};

/// The panel [past.end(), past.end() + length]. `before`: collision integrals of the panel before, where there is one and nothing jumped since.
/// `share`: whose points `past` holds, where they are shared among ranks; all of them come here, and find the same but for the rows of their points.
Panel solve_panel(const Model& model, const TwoTime& past, double length, const PanelRows* before,
                  const PanelSettings& settings, const PointShare* share = nullptr);

/// ρ at T⁺ of all points.
std::vector<Complex> density_of_all(const TwoTime& past, const PointShare* share);

}  // namespace diagc::dynamics
