#pragma once

#include <span>

#include "physics/lattice/spectrum.h"

namespace diagc::lattice {

/// Particles per site and flavour at U = 0, and its derivative in μ.
double filling_at(std::span<const Level> levels, double beta, double mu);
double filling_slope(std::span<const Level> levels, double beta, double mu);

/// Σ share ε f(ε): energy per site and flavour at U = 0, without −μ n.
double energy_at(std::span<const Level> levels, double beta, double mu);

/// The μ at which the levels have this filling, 0 < filling < 1, by bisection down to rounding.
double mu_at(std::span<const Level> levels, double beta, double filling);

}  // namespace diagc::lattice
