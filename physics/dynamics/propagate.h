// Propagation in time, panel by panel.
#pragma once

#include <functional>

#include "physics/dynamics/trajectory.h"
#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// G → K G K† at a time: a field so short and strong that nothing else happens meanwhile.
struct Kick {
  double at = 0;
  std::vector<Complex> matrix;  ///< K, [a][b], unitary
};

/// Panels are no shorter than this share of the whole time.
inline constexpr double shortest_panel = 1e-9;

/// Throws std::runtime_error where a kick is no unitary matrix of that many bands at a time from 0 on and before the end.
void check_kick(const Kick& kick, std::size_t bands, double end);

struct Propagation {
  double end = 0;
  double tolerance = 1e-8;  ///< of values inside of panels; sweeps end at a tenth of it
  std::size_t order = 8;    ///< p, nodes of a panel
  /// Length of panels; 0: as long as the tolerance allows. Panels end at kicks and breaks in any case.
  double step = 0;
  std::vector<Kick> kicks;
  std::vector<double> breaks;  ///< times at which U or the field jumps
  /// History integrals leave out panels that ended this much earlier, whose G is dropped; 0: none.
  double memory = 0;
  /// G of panels that ended this much earlier is kept in single precision; 0: none.
  double compact = 0;
  unsigned threads = 1;
  double most_bytes = 0;  ///< of the two functions that are kept; 0: no limit
};

/// Throws std::runtime_error where a number is not in its range, a kick is outside of [0, end) or not unitary.
void check(const Model& model, const Propagation& propagation);

/// From ρ at t = 0, [k][a][b], where all that was before is forgotten: no initial correlations. `progress` is called after each panel.
///
/// Throws std::runtime_error where panels would have to be shorter than 1e-9 of the whole time, where sweeps of a given length do not converge, or
/// before a panel whose functions would be more than `most_bytes`.
Trajectory propagate(const Model& model, const Propagation& propagation,
                     std::span<const Complex> rho,
                     const std::function<void(const PanelReport&)>& progress = {});

/// The same, and G on all pairs of nodes.
Trajectory propagate(const Model& model, const Propagation& propagation, TwoTime& past,
                     const std::function<void(const PanelReport&)>& progress = {});

}  // namespace diagc::dynamics
