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

#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

struct UniformSteps {
  double step = 0;  ///< δ; the end and all kicks are multiples of it
  std::size_t steps = 0;
  std::size_t correctors = 3;
  std::vector<Kick> kicks;
  unsigned threads = 1;
  double most_bytes = 0;  ///< of the two functions that are kept; 0: no limit
};

struct UniformTrajectory {
  std::vector<double> times, energies;    ///< energies per k
  std::vector<std::vector<Complex>> rho;  ///< at each time, [k][a][b]; at a kick: before it
};

/// Throws std::runtime_error where a number is not in its range, a kick not at a multiple of the step before the end, the theory one with products
/// along the contour or several vertices, or G more than `most_bytes`.
void check_steps(const Model& model, const UniformSteps& steps);

/// Throws what check_steps() does.
UniformTrajectory propagate_uniformly(const Model& model, const UniformSteps& steps,
                                      std::span<const Complex> rho);

}  // namespace diagc::dynamics
