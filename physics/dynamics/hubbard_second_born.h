// Electrons of two spins with the interaction U Σ_i (n_i↑ − 1/2) (n_i↓ − 1/2), in second Born approximation, without order of spins.
//
// Sites i of the cell at R are the bands of G, and of all cells together there are N. With Y' the other component at exchanged times,
//
//   h_ii += U (mean_k ρ_ii(k) − 1/2),      Σ_ij(R) = U(t) U(t') X_ij(R)² Y'_ji(−R),      F(R) = (1/N) Σ_k exp(ikR) F(k),
//
// and Y'_ji(−R) = −conj Y_ij(R) with Y at the pair itself. A cluster is a cell without neighbours: one point, no transforms.
// All numbers are of one spin.
#pragma once

#include <optional>
#include <vector>

#include "physics/dynamics/interaction.h"
#include "runtime/linear/cyclic_transform.h"

namespace diagc::dynamics {

class HubbardSecondBorn : public Interaction {
 public:
  /// `grid`: points along each axis of the lattice; one of extent 1: a cluster. `sites`: of a cell. `pairs`: what pairs() gives; 0 leaves the choice.
  HubbardSecondBorn(const std::vector<std::size_t>& grid, std::size_t sites, std::size_t pairs = 0);

  std::size_t bands() const override { return sites_; }
  std::size_t points() const override { return points_; }
  void add_mean_field(double vertex, std::span<const Complex> rho,
                      std::span<Complex> h) const override;
  /// The energy is that of U n↑ n↓: −U / 2 is a chemical potential.
  void add_chemical_potential(std::span<const double> vertices,
                              std::span<Complex> h) const override;
  bool correlated() const override { return true; }
  void self_energy(std::span<const double> vertices, const PairValues& lesser,
                   const PairValues& greater) const override;
  std::size_t distance() const override { return distance_; }
  std::size_t pairs() const override { return pairs_; }

 private:
  std::size_t points_, sites_, distance_, pairs_;
  std::optional<linear::CyclicTransform>
      transform_;  ///< of all entries of `pairs_` pairs; none of a cluster
};

}  // namespace diagc::dynamics
