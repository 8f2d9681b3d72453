// G on a uniform grid of times, all pairs of them, and its collision integrals by the trapezoidal rule: what heun.h steps with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"

namespace diagc::dynamics {

/// Devices keep the times of a row in octets, of which the last may be filled in part.
inline constexpr std::size_t octet = 8;
constexpr std::size_t octets_of(std::size_t times) { return (times + octet - 1) / octet; }
/// Of rows of 1, 2 … `times` times, together.
constexpr std::size_t octets_to(std::size_t times) {
  const std::size_t full = times / octet;
  return (full + 1) * (full * octet / 2 + times % octet);
}

/// Which end of a step.
enum class StepEnd { first, last };

/// A processor, the share of a rank, or a device.
class UniformGrid {
 public:
  virtual ~UniformGrid() = default;

  /// Whose G is kept here.
  virtual std::size_t points() const = 0;
  /// Of all points, [k][a][b].
  virtual std::vector<Complex> density(std::size_t time) const = 0;
  virtual void kick(std::size_t time, std::span<const Complex> matrix) = 0;

  /// Makes I_L and I_D at (t_row, t_0 … t_row) those of this end of the step.
  virtual void collide(std::size_t row, StepEnd end) = 0;
  /// What was the last end of a step is the first one of the next.
  virtual void turn() = 0;
  /// ½ Im tr I_L at the first end, of all points with their weights.
  virtual double correlation() const = 0;
  /// Values at t_(row + 1) from collision integrals at both ends of the step, or from those at its first end, which stand for both. `half`: h of all
  /// points in its middle.
  virtual void advance(std::size_t row, std::span<const Complex> half, bool with_both) = 0;

  /// L, then D of a point at t_time and all times up to it, [a][columns].
  virtual std::vector<Complex> row(std::size_t point, std::size_t time) const = 0;
  /// The points of a row come in their order, and rows in that of time. Throws std::runtime_error, "it holds …", where there are not as many numbers.
  virtual void restore_row(std::size_t point, std::size_t time,
                           std::span<const Complex> values) = 0;
};

}  // namespace diagc::dynamics
