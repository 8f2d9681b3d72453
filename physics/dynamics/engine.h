// What keeps G of the past and solves panels: a processor, the share of a rank, or a device.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/panel.h"

namespace diagc::dynamics {

/// How the sweeps of a panel ended; G on its rows stays with the engine.
struct SolvedPanel {
  PanelEnd end = PanelEnd::diverged;
  std::size_t sweeps = 0;
  double residual = 0, unresolved = 0;  ///< see Panel
};

/// Of a panel, at its nodes; there until another panel is solved.
struct PanelResults {
  std::span<const Complex> rho;  ///< [node][k][a][b], of all points
  std::vector<double> energies;  ///< per k: energy()
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual const PanelTimes& times() const = 0;
  /// ρ at T⁺ of all points: [k][a][b].
  virtual std::vector<Complex> edge_density() const = 0;
  /// G → K G K† on the row and the column of T⁺; K is [a][b].
  virtual void kick(std::span<const Complex> matrix) = 0;

  /// Begins the panel that solve() is to be called for next, with the same length and tolerance, as far as nothing has to be decided: a device computes
  /// while its host does something else. Nothing else changes; nothing is begun where memory is short.
  virtual void begin([[maybe_unused]] double length,
                     [[maybe_unused]] const PanelSettings& settings) {}
  /// The panel [T, T + length]. Throws std::bad_alloc or what runtime/cuda throws where memory is short.
  virtual SolvedPanel solve(double length, const PanelSettings& settings) = 0;
  /// Takes over the panel that was solved last, which ends at this time; the next one begins with its collision integrals.
  virtual void keep(double end) = 0;
  /// The same, and begin() of the next one: several devices meet once for both.
  virtual void keep_and_begin(double end, double length, const PanelSettings& settings) {
    keep(end);
    begin(length, settings);
  }
  /// Of the panel that was kept last, before another one is solved; it may have begun. A device takes over that panel's rows meanwhile.
  virtual PanelResults results() = 0;
  /// The next panel does not begin with the collision integrals of the last one: something jumps.
  virtual void start_anew() = 0;

  /// Drops the first panels, rows and columns.
  virtual void forget(std::size_t count) = 0;
  /// Keeps L and D of the first panels, those that are not yet, in single precision.
  virtual void compact(std::size_t count) = 0;
  virtual std::size_t compacted() const = 0;

  /// Bytes of the functions that are kept here, and that so many panels take, of which the first ones are in single precision.
  virtual double bytes() const = 0;
  virtual double bytes(std::size_t panels, std::size_t compacted) const = 0;

  /// For checkpoints, of the points that this engine keeps: the rows of a panel, the collision integrals that the next panel begins with, null where
  /// there are none, and both put back into a new engine, as TwoTime::restore() says.
  virtual PanelRows rows(std::size_t panel) const = 0;
  virtual const PanelRows* before() = 0;
  virtual void restore(PanelRows rows, double start, double end, std::size_t forgotten) = 0;
  virtual void restore_before(PanelRows before) = 0;
  /// Shapes of these rows: points, and columns of G^⌉, 0 without imaginary branch.
  virtual std::size_t own_points() const = 0;
  virtual std::size_t mixed_columns() const = 0;
  std::size_t block_size() const { return times().collocation().order * bands(); }
  virtual std::size_t bands() const = 0;

  /// All that is kept, on the host, for what is made of G afterwards.
  virtual const TwoTime& past() = 0;
};

}  // namespace diagc::dynamics
