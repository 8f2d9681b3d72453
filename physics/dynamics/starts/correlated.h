// Equilibrium with interaction: the Matsubara function by self-consistency, and the imaginary branch that it gives.
//
//   G(iν) = [iν + μ − h − h_MF(ρ) − Σ(iν)]⁻¹,   ρ = −G(β⁻),
//   i Σ(τ) = what the interaction makes of lesser = i G(τ), greater = −i G(β − τ)
//
// at each k, repeated until nothing changes. G and Σ are sums of poles (lehmann_basis.h).
#pragma once

#include <memory>
#include <optional>

#include "physics/dynamics/imaginary_branch.h"
#include "physics/dynamics/model.h"

namespace diagc::dynamics {

struct Equilibrium {
  double beta = 0;
  std::optional<double> mu,
      filling;        ///< one of them; none: μ = 0. Filling: electrons a point and band
  double vertex = 0;  ///< U
  std::vector<double> further_vertices = {};  ///< of theories that have several
};

struct CorrelatedStart {
  std::vector<Complex> rho;  ///< [k][a][b]
  double mu = 0;
  std::size_t iterations = 0, poles = 0;
  std::shared_ptr<const ImaginaryBranch> branch;
};

/// h of the model is taken as it is without fields, jumps and vector potential. Throws std::runtime_error where nothing settles.
CorrelatedStart correlated_start(const Model& model, const Equilibrium& equilibrium);

}  // namespace diagc::dynamics
