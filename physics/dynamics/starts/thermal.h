// Density matrices in equilibrium without interaction, and what a density matrix must be.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "physics/dynamics/model.h"

namespace diagc::dynamics {

/// 1 / (1 + exp(x)), without overflow.
double fermi(double x);

/// The chemical potential at which a rising function of it, a filling between 0 and 1, has a value: to the last digits. It is searched around a guess,
/// within a width that grows as it has to. Throws std::runtime_error where there is none.
double chemical_potential(double guess, double width, double filling,
                          const std::function<double(double)>& of);

/// ρ(k) = 1 / (1 + exp(β (h(k) − μ))), [k][a][b]; one of `mu` and `filling`, electrons a point and band, is given.
std::vector<Complex> thermal_density(std::span<const Complex> h, std::size_t bands, double beta,
                                     std::optional<double> mu, std::optional<double> filling);

/// Throws std::runtime_error where a matrix is not Hermitian or has an eigenvalue outside of [0, 1] by more than 1e-10, with the point.
void check_density(std::span<const Complex> rho, std::size_t bands);

}  // namespace diagc::dynamics
