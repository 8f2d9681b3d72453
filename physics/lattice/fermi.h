#pragma once

namespace diagc::lattice {

// Functions of one level ξ = ε − μ at inverse temperature β. None overflows or loses digits by
// cancellation, however large β |ξ| is.

/// 1 / (e^(βξ) + 1)
double occupation(double beta, double xi);

/// d occupation / dμ = β f (1 − f)
double occupation_slope(double beta, double xi);

/// −G0 of the level at τ in [0, β] (0 is the limit 0⁺): e^(−ξτ) (1 − f) = e^(ξ(β − τ)) f.
double evolution(double beta, double xi, double tau);

/// d evolution / dμ = evolution · (τ − β f): −∂G0/∂μ of the level.
double evolution_slope(double beta, double xi, double tau);

/// −K of a level ε = ξ + μ: K = β ∂G0/∂β + G0/2, the derivative at fixed βμ and τ/β, is −ε ∂G0/∂μ + G0/2.
double evolution_heat(double beta, double energy, double mu, double tau);

/// (evolution(ξ) − evolution(η))/(ξ − η), the derivative by ξ where they are the same.
double evolution_difference(double beta, double xi, double eta, double tau);

}  // namespace diagc::lattice
