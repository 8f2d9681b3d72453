// Row by row on a uniform grid, to second order: the baseline that panels are compared with.
//
// The scheme of A. Stan, N. E. Dahlen, R. van Leeuwen, J. Chem. Phys. 130, 224101 (2009), as in Algorithm 1 of C.-H. Yin et al. (2025) with the
// equations put right: integrals by the trapezoidal rule, h exponentiated at the middle of a step, a predictor, and correctors with the mean of the
// collision integrals at both ends. With E = exp(−i δ h),
//
//   X(t + δ, t') = E X(t, t') − (i δ / 2) [ E I_X(t, t') + I_X(t + δ, t') ],
//   ρ(t + δ) = E ρ E† − (δ / 2) [ E C(t) E† + C(t + δ) ],   C = I + I†;   in the predictor E I and E C E† stand for values at t + δ.
//
// A step takes 1 + correctors evaluations of the collision integrals of one row, and what is stored is read for each.
#pragma once

#include <memory>

#include "physics/dynamics/propagate.h"
#include "physics/dynamics/ranks/point_share.h"

namespace diagc::dynamics {

struct UniformSteps {
  double step = 0;  ///< δ; the end and all kicks are multiples of it
  std::size_t steps = 0;
  std::size_t correctors = 3;
  std::vector<Kick> kicks;
  unsigned threads = 1;
  double most_bytes = 0;     ///< of the two functions that are kept; 0: no limit
  bool is_triangle = false;  ///< they are kept for t' ≤ t alone, in octets, as on devices
};

struct UniformTrajectory {
  std::vector<double> times, energies;    ///< energies per k
  std::vector<std::vector<Complex>> rho;  ///< at each time, [k][a][b]; at a kick: before it
};

/// Throws std::runtime_error where a number is not in its range, a kick not at a multiple of the step before the end, the theory one with products
/// along the contour or several vertices, or G at so many points more than `most_bytes`.
void check_steps(const Model& model, const UniformSteps& steps, std::size_t points);

class UniformGrid;

/// A propagation step by step.
class UniformPropagator {
 public:
  /// Model and share must outlive it; with a share all ranks do the same. Throws what check_steps() does.
  UniformPropagator(const Model& model, const UniformSteps& steps, std::span<const Complex> rho,
                    const PointShare* share = nullptr);
  /// On a grid of steps + 1 times at whose first one it has its density matrix.
  UniformPropagator(const Model& model, const UniformSteps& steps,
                    std::unique_ptr<UniformGrid> grid);
  ~UniformPropagator();

  bool done() const { return step() == steps_.steps; }
  /// Steps that were made.
  std::size_t step() const { return trajectory_.times.size() - 1; }
  void advance();
  const UniformTrajectory& trajectory() const { return trajectory_; }
  const Model& model() const { return model_; }

  const UniformGrid& grid() const { return *grid_; }
  UniformGrid& grid() { return *grid_; }
  /// Goes on behind a trajectory whose rows the grid has.
  void resume(UniformTrajectory trajectory);

 private:
  void keep(std::size_t step);
  double time_of(std::size_t step) const { return steps_.step * static_cast<double>(step); }

  const Model& model_;
  UniformSteps steps_;
  std::unique_ptr<UniformGrid> grid_;
  UniformTrajectory trajectory_;
};

/// Throws what check_steps() does.
UniformTrajectory propagate_uniformly(const Model& model, const UniformSteps& steps,
                                      std::span<const Complex> rho);

}  // namespace diagc::dynamics
