// A propagation as it goes on, panel by panel.
#pragma once

#include <optional>

#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

/// Besides what is kept of the past and the trajectory: all that the next panel depends on.
struct Continuation {
  double wanted = 0;                ///< length of the next panel; 0: to be found
  std::optional<PanelRows> before;  ///< collision integrals of the panel before
};

class Propagator {
 public:
  /// All must outlive it. `past` is at t = 0 without panels. Throws as check() does.
  Propagator(const Model& model, const Propagation& propagation, TwoTime& past);

  bool done() const { return past_.end() >= propagation_.end; }
  /// Propagates by a panel. Throws std::runtime_error as propagate() does; everything is as before then.
  const PanelReport& advance();

  const Trajectory& trajectory() const { return trajectory_; }
  const TwoTime& past() const { return past_; }
  const Continuation& continuation() const { return continuation_; }

  /// Goes on where another one stopped: `past` was restored, the trajectory is that of the other.
  void resume(Trajectory trajectory, Continuation continuation);

 private:
  void enter_segment();
  double next_end() const;
  double next_length(double remaining) const;
  void check_memory() const;
  void forget_old_panels();
  void compact_old_panels();

  const Model& model_;
  const Propagation& propagation_;
  TwoTime& past_;
  Trajectory trajectory_;
  Continuation continuation_;
  std::vector<double> ends_;       ///< times at which a panel ends, the end among them
  std::optional<double> entered_;  ///< the time whose kicks were made
};

/// How many panels a propagation takes at least: those of a given length, or as long as polynomials take to follow what h turns to the tolerance.
double least_panels(const Model& model, const Propagation& propagation,
                    std::span<const Complex> rho);

}  // namespace diagc::dynamics
