#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

#include "physics/lattice/model.h"

// Propagators as sums over momenta written out for each lattice, in long double, with no part of the
// model's code.
namespace diagc::lattice::exact {

using Real = long double;
using Complex = std::complex<Real>;

/// −e^(−ξτ) / (1 + e^(−βξ)) for 0 < τ ≤ β
inline Real evolved(Real beta, Real xi, Real tau) {
  return xi > 0 ? -std::exp(-xi * tau) / (1 + std::exp(-beta * xi))
                : -std::exp(xi * (beta - tau)) / (1 + std::exp(beta * xi));
}

inline Real dispersion(Lattice lattice, Real t, Real t_prime, const std::array<Real, 3>& k) {
  const Real cx = std::cos(k[0]), cy = std::cos(k[1]), cz = std::cos(k[2]);
  switch (lattice) {
    case Lattice::chain:
      return -2 * t * cx;
    case Lattice::square:
      return -2 * t * (cx + cy) - 4 * t_prime * cx * cy;
    case Lattice::triangular:
      return -2 * t * (cx + cy + std::cos(k[0] - k[1]));
    default:
      return -2 * t * (cx + cy + cz);
  }
}

/// G0 from place `from` of cell 0 to place `to` of the cell at `r`, 0 < τ ≤ β.
inline Real propagator(const ModelOptions& options, const std::array<std::uint32_t, 3>& extents,
                       Real mu, std::uint32_t from, std::uint32_t to, std::array<int, 3> r,
                       Real tau) {
  const Real turn = 2 * std::numbers::pi_v<Real>;
  Complex sum = 0;
  for (std::uint32_t x = 0; x < extents[0]; ++x) {
    for (std::uint32_t y = 0; y < extents[1]; ++y) {
      for (std::uint32_t z = 0; z < extents[2]; ++z) {
        const std::array<Real, 3> k{turn * x / extents[0], turn * y / extents[1],
                                    turn * z / extents[2]};
        const Complex wave = std::polar<Real>(1, k[0] * r[0] + k[1] * r[1] + k[2] * r[2]);
        if (options.lattice != Lattice::honeycomb) {
          const Real energy = dispersion(options.lattice, options.t, options.t_prime, k);
          sum += wave * evolved(options.beta, energy - mu, tau);
          continue;
        }
        // H = −t Σ a†(k) b(k) (1 + e^(−i k1) + e^(−i k2)) + h.c.; bands ±|t g|.
        const Complex g = Real(1) + std::polar<Real>(1, -k[0]) + std::polar<Real>(1, -k[1]);
        const Real energy = std::abs(Real(options.t)) * std::abs(g);
        const Real upper = evolved(options.beta, energy - mu, tau);
        const Real lower = evolved(options.beta, -energy - mu, tau);
        if (from == to) {
          sum += wave * (upper + lower) / Real(2);
        } else if (std::abs(g) > 1e-15L) {
          const Complex h = -Real(options.t) * (to == 1 ? std::conj(g) : g);
          sum += wave * (upper - lower) / Real(2) * h / energy;
        }
      }
    }
  }
  return sum.real() / (Real(extents[0]) * extents[1] * extents[2]);
}

}  // namespace diagc::lattice::exact
