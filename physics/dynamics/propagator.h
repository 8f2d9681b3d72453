// A propagation as it goes on, panel by panel.
#pragma once

#include <memory>
#include <optional>

#include "physics/dynamics/engine.h"
#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

class Propagator {
 public:
  /// All must outlive it. `engine` is at t = 0 without panels. Throws as check() does.
  Propagator(const Model& model, const Propagation& propagation, Engine& engine);
  /// On the threads of this processor.
  Propagator(const Model& model, const Propagation& propagation, TwoTime& past);

  bool done() const { return engine_.times().end() >= propagation_.end; }
  /// Propagates by a panel. Throws std::runtime_error as propagate() does; everything is as before then.
  const PanelReport& advance();

  const Trajectory& trajectory() const { return trajectory_; }
  Engine& engine() const { return engine_; }
  /// Length of the next panel; 0: to be found. With trajectory and engine all that the next panel depends on.
  double wanted() const { return wanted_; }

  /// Goes on where another one stopped: the engine was restored, the trajectory and the wanted length are those of the other.
  void resume(Trajectory trajectory, double wanted);

 private:
  void enter_segment();
  double next_end(double now) const;
  double next_length(double remaining) const;
  bool is_too_short(double length, double remaining) const;
  PanelSettings settings_of(double length, double remaining, double next_end);
  double bytes_of(std::size_t panels) const;
  void check_memory() const;
  /// Lets the engine keep the panel that ends then, and begin the one that advance() solves next, where that is known.
  void keep_and_begin_next(double end);
  /// Length of that one; none where it is not known.
  std::optional<double> length_behind(double end) const;
  void forget_old_panels();
  void compact_old_panels();

  Propagator(const Model& model, const Propagation& propagation, std::unique_ptr<Engine> engine);

  const Model& model_;
  const Propagation& propagation_;
  std::unique_ptr<Engine> own_engine_;
  Engine& engine_;
  Trajectory trajectory_;
  double wanted_ = 0;
  std::vector<double> ends_;       ///< times at which a panel ends, the end among them
  std::optional<double> entered_;  ///< the time whose kicks were made
};

/// How many panels a propagation takes at least: those of a given length, or as long as polynomials take to follow what h turns to the tolerance.
double least_panels(const Model& model, const Propagation& propagation,
                    std::span<const Complex> rho);

}  // namespace diagc::dynamics
