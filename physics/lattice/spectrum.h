#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/lattice/geometry.h"

namespace diagc::integrate {

// A share of the one-particle levels: those of energy ε, as a part of all. The shares sum to 1.
struct Level {
  double energy = 0;
  double share = 0;
};

// The eigenvalues and eigenvectors of h on a space, and G0 from them.
class Spectrum {
 public:
  virtual ~Spectrum() = default;

  const std::vector<Level>& levels() const { return levels_; }

  // G0 of every row at τ in [0, β], where 0 stands for the limit 0⁺ and β for −(the limit 0⁻).
  virtual void propagators(double beta, double mu, double tau, std::span<double> rows) = 0;

 protected:
  std::vector<Level> levels_;
};

// By Fourier transformation over the torus (FFTW).
std::unique_ptr<Spectrum> lattice_spectrum(const Geometry& geometry, const Space& space);

// By diagonalising the matrix (Eigen).
std::unique_ptr<Spectrum> cluster_spectrum(const std::vector<std::vector<double>>& hopping,
                                           const Space& space);

}  // namespace diagc::integrate
