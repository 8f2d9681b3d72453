// Two bands, valence 0 and conduction 1, with a local interaction between them, in second Born approximation.
//
// With o(j) = 1 − j and X = G<, Y = G> at (t, t'), Y' = −Y†, that is G> at (t', t), which Σ< wants (and the reverse for Σ>):
//
//   h_jj += U mean_y ρ_oo(y) − U [j = 1],   h_j,o −= U mean_y ρ_j,o(y),   o = o(j),
//   Σ_jm(x) = U(t) U(t') mean_q [ mean_y X_o(j)o(m)(y + q) Y'_o(m)o(j)(y) · X_jm(x − q)
//                                 − mean_y X_j,o(m)(y) Y'_o(m)o(j)(y + q − x) · X_o(j)m(q) ].
//
// The shift of band 1 makes the energy of filled valence bands that of the one-particle part alone. Both sums are pointwise after a Fourier
// transform, F(R) = (1/N) Σ_k exp(ikR) F(k):
//
//   Σ_jm(R) = ± U(t) U(t') det X(R) · Y'_o(m)o(j)(−R),   + for j = m,   Y'_ab(−R) = −conj Y_ba(R),
//
// so that both components take four transforms of G<, four of G> and four back of each: 16.
// (C.-H. Yin et al. 2025, whose sums these are; the determinant joins the direct and the exchange term.)
#pragma once

#include <vector>

#include "physics/dynamics/interaction.h"
#include "runtime/linear/transform.h"

namespace diagc::dynamics {

enum class Approximation { hartree_fock, second_born };

class TwoBand : public Interaction {
 public:
  /// `grid`: points along each axis of the lattice. `pairs`: what pairs() gives; 0 leaves the choice.
  TwoBand(std::vector<std::size_t> grid, Approximation approximation, std::size_t pairs = 0);

  std::size_t bands() const override { return 2; }
  std::size_t points() const override { return points_; }
  void add_mean_field(double vertex, std::span<const Complex> rho,
                      std::span<Complex> h) const override;
  bool correlated() const override { return approximation_ == Approximation::second_born; }
  void self_energy(std::span<const double> vertices, const PairValues& lesser,
                   const PairValues& greater) const override;
  std::shared_ptr<const Interaction> on_orbits(const linear::Orbits& orbits) const override;
  std::size_t distance() const override { return distance_; }
  std::size_t pairs() const override { return pairs_; }

 private:
  TwoBand(const linear::Orbits& orbits, Approximation approximation);
  double lattice_points() const;

  std::size_t points_, distance_, pairs_;
  std::vector<double> weights_;  ///< for how many points of the lattice each one stands
  Approximation approximation_;
  std::unique_ptr<const linear::Transform> transform_;  ///< of all bands of `pairs_` pairs
};

}  // namespace diagc::dynamics
