#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "physics/lattice/geometry.h"

namespace diagc::lattice {

/// A share of the one-particle levels: those of energy ε, as a part of all. The shares sum to 1.
struct Level {
  double energy = 0;
  double share = 0;
};

/// The eigenvalues and eigenvectors of h on a space, and functions of h from them.
class Spectrum {
 public:
  virtual ~Spectrum() = default;

  const std::vector<Level>& levels() const { return levels_; }

  /// F(h) of every row, from F of a level's energy: Σ over levels of F(ε) and the projector on the level.
  virtual void function_of_h(const std::function<double(double energy)>& function,
                             std::span<double> rows) = 0;

  /// d F(h + x s)/dx at x = 0 of every row, s = 1 and −1 on the diagonal of the two sublattices, which the space has, from the divided differences
  /// (F(ε) − F(ε'))/(ε − ε') of levels, F' where they are the same.
  virtual void staggered_derivative_of_function(
      const std::function<double(double energy, double other)>& divided_difference,
      std::span<double> rows) = 0;

  /// G0 of every row at τ in [0, β], where 0 stands for the limit 0⁺ and β for −(the limit 0⁻).
  void propagators(double beta, double mu, double tau, std::span<double> rows);
  /// ∂G0/∂μ of every row, likewise.
  void derivatives(double beta, double mu, double tau, std::span<double> rows);
  /// K = β ∂G0/∂β + G0/2 of every row, the derivative at fixed βμ and τ/β, likewise.
  void heat_derivatives(double beta, double mu, double tau, std::span<double> rows);
  /// −∂G0/∂D of every row, h with D s on its diagonal, likewise.
  void staggered_derivatives(double beta, double mu, double tau, std::span<double> rows);

 protected:
  std::vector<Level> levels_;
};

/// By Fourier transformation over the torus (FFTW).
std::unique_ptr<Spectrum> lattice_spectrum(const Geometry& geometry, const Space& space);

/// By diagonalising the matrix (Eigen).
std::unique_ptr<Spectrum> cluster_spectrum(const std::vector<std::vector<double>>& hopping,
                                           const Space& space);

}  // namespace diagc::lattice
