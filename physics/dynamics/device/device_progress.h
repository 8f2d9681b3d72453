// How far a panel has come that is solved on a device, and what the one before has left.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace diagc::dynamics {

/// A panel with its first sweep, which nothing waits for.
struct BegunPanel {
  double length, tolerance;
  bool settles;       ///< equal times do
  bool holds = true;  ///< nothing has changed since
};

struct DeviceProgress {
  void forgets_begun() {
    if (begun) begun->holds = false;
  }

  std::size_t newest = 0;         ///< of rho, means, changes; 0 when iterations are over
  std::size_t newest_solver = 0;  ///< of solver, solved_h
  std::size_t newest_losses = 0;  ///< of the two places
  bool has_losses = false;        ///< of the integrals that there are
  bool has_sums = false;          ///< at stored columns `collisions` has sums of the history alone
  std::size_t sum_segments = 0;   ///< of `parts`, which are to be added to them
  bool has_stored_rows = false;   ///< not even these: rows there are those of the sweep to come
  bool is_first_sweep = false;    ///< of the panel, that has solved for rows last
  bool has_resolution =
      false;                  ///< `control` what they do not resolve, `collisions` their integrals
  bool rest_travels = false;  ///< of what others have written
  /// Collision integrals at others' points: of the sweep that there is, of the panel before.
  bool sent_integrals = false, has_integrals_of_others = false;
  bool solves_at_columns = false;  ///< and rows of the first sweep are solved for from these
  bool density_travels = false;
  std::optional<BegunPanel> begun;
  double solved_from = 0, solved_length = 0;
  bool has_before = false;  ///< collision integrals of the panel before
  std::size_t before_first = 0, before_blocks = 0;
  std::vector<double> stored_weights, stored_vertices;  ///< of nodes of stored panels
  std::size_t stored_behind = 0;                        ///< so many that were forgotten
};

}  // namespace diagc::dynamics
