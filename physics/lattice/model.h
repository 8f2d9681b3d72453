#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "physics/lattice/propagator_table.h"
#include "physics/lattice/space.h"

namespace diagc::lattice {

/// H = Σ_ab h_ab c†_a c_b − μ Σ n + (U/2) Σ_i Σ_{σ≠σ'} n_iσ n_iσ', h the same for each of N flavours.
/// Lattices have h = −t between nearest neighbours and −t' along both diagonals (square), so that
///     chain       ε = −2t cos k
///     square      ε = −2t (cos kx + cos ky) − 4t' cos kx cos ky
///     triangular  ε = −2t (cos k1 + cos k2 + cos(k1 − k2))
///     cubic       ε = −2t (cos kx + cos ky + cos kz)
///     honeycomb   ε = ±t |1 + e^(i k1) + e^(i k2)|, two sites a cell
/// with k along the reciprocal vectors. An extent of 1 or 2 counts a bond once for each way around the
/// torus, as these formulas do: the chain of 2 sites is a dimer with hopping 2t.
enum class Lattice { chain, square, triangular, cubic, honeycomb, cluster, own };

enum class Precision { fp32, fp64 };  ///< interpolation error below 1e-7, 1e-11

/// The second table of a model, for integrands whose measured point is integrated out (docs/method.md).
enum class Derivative {
  none,
  mu,         ///< ∂G0/∂μ: of densities
  energy,     ///< β ∂G0/∂β at fixed βμ and τ/β, plus G0/2: of ⟨H⟩
  staggered,  ///< −∂G0/∂staggered: of the staggered density
};

/// What a line of a diagram is, besides G0 and its derivative: a table of Model::lines.
enum class LineKind {
  propagator,   ///< G0 of every flavour
  up,           ///< G0 at μ + field/2
  down,         ///< G0 at μ − field/2
  phonon,       ///< g² ⟨T x(τ) x(0)⟩, x = b + b†, of one oscillator a site
  interaction,  ///< V(r), at equal times
  beta,         ///< K of Derivative::energy
};

/// As jobs write it: "propagator:up".
std::string_view name_of(LineKind kind);

struct ModelOptions {
  Lattice lattice = Lattice::square;
  /// Cells along each primitive vector, one number for each dimension of the lattice. Empty: the lattice is infinite; a finite
  /// one is taken in its place, equally long in all directions, for which |G0 − G0 of the infinite lattice| ≤ infinite_bound at
  /// every displacement and time.
  std::vector<std::uint32_t> size;
  double infinite_bound = 1e-6;
  double t = 1, t_prime = 0;  ///< t' on the square lattice only
  /// Cluster: h_ab, symmetric; the diagonal holds site energies. An atom is {{0}}, a dimer
  /// {{0, −1}, {−1, 0}}.
  std::vector<std::vector<double>> hopping;
  /// Exactly one of the two, except for Lattice::own. μ is that of the U = 0 propagator; the filling is per site and flavour, in (0, 1),
  /// at U = 0.
  std::optional<double> mu, filling;
  double beta = 1;
  double flavours = 2;  ///< N, any real number
  /// Expand in U around H with μ + (N − 1) U α, α the filling of U = 0, in place of μ: then G[a,a] is
  /// smaller by α, which makes it zero where all sites are equivalent.
  bool hartree_shift = false;
  /// −field Σ_i (n_i↑ − n_i↓)/2 in H: LineKind::up and down.
  double field = 0;
  /// H has staggered Σ_i s_i n_i, s_i = 1 on the sublattice of site 0 (of clusters: of the first site of each connected part) and −1 on the other:
  /// nearest neighbours, or sites of a cluster that hopping connects, are on different ones. Cells of lattices then hold a site of each.
  double staggered = 0;
  /// Oscillators: H has Σ_i ω0 b†_i b_i + g Σ_i n_i (b_i + b†_i), n_i of all flavours.
  double omega0 = 1, g = 1;
  /// V: H has ½ Σ_ij V_ij :n_i n_j:, normally ordered, so that V_ii acts between different flavours; of a site with itself, and between nearest
  /// neighbours, of which an extent of 1 or 2 has as many as hopping has. Clusters: neighbours are sites that hopping connects.
  std::array<double, 2> interaction{0, 0};
  std::vector<LineKind> lines = {};  ///< what Model::lines shall be
  Precision precision = Precision::fp32;
  Derivative derivative = Derivative::none;  ///< what Model::derivative shall be
  std::uint32_t degree = 0;  ///< of the polynomials, 2 … 15; 0: 3 for fp32, 7 for fp64
  /// Lattice::own: path of a header with one function (own_propagator.h) for a lattice of `size`
  /// cells, or of a table of it (own_table.h). The function implies μ and filling; neither is given.
  std::string own_propagator;
};

/// A line from one point to another, as a function of displacement and time.
struct LineTable {
  LineKind kind = LineKind::propagator;
  PropagatorTable table;
  /// Antiperiodic as G0 is, or else periodic: then the value at −τ is that at β − τ without a sign.
  bool is_fermion() const { return kind != LineKind::phonon && kind != LineKind::interaction; }
};

struct Model {
  Space space;
  PropagatorTable table;
  /// Where the options ask for it: rows and intervals of `table`, antiperiodic as G0 is. One level ε = ξ + μ of occupation f has, for
  /// 0 < τ ≤ β and at equal times,
  ///     mu      H(τ) = G0(τ) (τ − β f)      H[a,a] = β f (1 − f)            in units of 1/energy
  ///     energy  K(τ) = G0(τ)/2 − ε H(τ)     K[a,a] = f/2 − ε β f (1 − f)
  /// and sites take the mean over levels as for G0; of `staggered` H is the derivative of −G0 by the field. H is at fixed α: a Hartree
  /// shift, a constant, leaves it as it is; `energy` does not go with one. An own propagator has what its file gives, which may be none.
  std::optional<PropagatorTable> derivative;
  /// As the options ask for it, in their order: rows and intervals of `table`.
  std::vector<LineTable> lines;
  double mu = 0;       ///< of U = 0; NaN with an own propagator, which does not tell it
  double filling = 0;  ///< per site and flavour, of U = 0: the coefficient of order 0
  double dn_dmu = 0;   ///< d(filling)/dμ of U = 0, exact; NaN with an own propagator
  double energy = 0;   ///< Σ_b h_ab ⟨c†_a c_b⟩ per site and flavour, of U = 0, exact; NaN likewise
  /// Mean of s_i ⟨n_i⟩ per site and flavour, of U = 0; 0 where the model does not tell sublattices.
  double staggered_density = 0;
  /// The α of the Hartree shift, 0 without. The chemical potential of the coefficients of Uⁿ is
  /// mu + (N − 1) U hartree_alpha.
  double hartree_alpha = 0;
  double flavours = 2;
  double beta = 1;
  /// Infinite lattices: the bound that holds for |G0 − G0 of the infinite lattice|, and the size
  /// reached is space.extents; 0 for lattices of given size, clusters and own propagators.
  double finite_size_error = 0;
  /// One line, for people: "square lattice 16 × 16, t = 1, t' = 0, β = 8, μ = …".
  std::string description;
};

/// A wrong option: `option` names the member of ModelOptions ("size", "filling", …), for the job
/// file's line; what() says what was found, what was expected and what to do.
struct WrongModel : std::runtime_error {
  WrongModel(std::string option, const std::string& message)
      : std::runtime_error(message), option(std::move(option)) {}
  std::string option;
};

/// Throws WrongModel.
Model make_model(const ModelOptions& options);

}  // namespace diagc::lattice
