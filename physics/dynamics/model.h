// Electrons on a lattice: h(k), an interaction that may change in time, fields, kicks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "physics/dynamics/interaction.h"

namespace diagc::dynamics {

/// Bands at most.
inline constexpr std::size_t most_bands = 8;

/// h_to,from(k) has the term value · exp(i k R), and h_from,to(k) its conjugate where that is another entry: not for R = 0, from = to.
struct Hop {
  std::vector<int> cell;  ///< R, in cells along each axis
  std::size_t from = 0, to = 0;
  Complex value;
};

/// h(k) = Σ_R h_R exp(i k R) at k_d = 2π j_d / n_d, [k][a][b], the last axis of the grid fastest. Throws std::runtime_error with the number of the
/// entry, from 1, where it names a band or has axes that are not there, would make h other than Hermitian, or is there already, itself or
/// conjugate; `name`: what the entries are of in these messages.
std::vector<Complex> bands_from_hopping(const std::vector<std::size_t>& grid, std::size_t bands,
                                        const std::vector<Hop>& hops, const char* name = "hopping");

/// What is added to h after a time: a quench. At the time itself what was before still holds, so that panels that end there are smooth.
struct Jump {
  double at = 0;
  std::vector<Complex> matrix;  ///< [a][b], Hermitian
};

/// Whether a time is after another by more than what additions of times round off: nodes at the end of a panel that ends at a jump are not after it.
bool is_after(double time, double at);

/// The part of h(k) that hops by a distance along a field: h(k) = Σ_d h_d(k), and in a vector potential h(k, t) = Σ_d exp(−i A(t) d) h_d(k).
struct Stride {
  double distance = 0;
  std::vector<Complex> h;  ///< [k][a][b]
};

/// The strides of a table of hopping: distances R · direction, each once, those of conjugate entries among them.
std::vector<Stride> strides_of(const std::vector<std::size_t>& grid, std::size_t bands,
                               const std::vector<Hop>& hops, const std::vector<double>& direction);

struct Model {
  std::vector<std::size_t> grid;  ///< of a model of some points alone: how many these are
  std::size_t bands = 0;
  std::vector<Complex> h;  ///< [k][a][b]
  std::shared_ptr<const Interaction> interaction;
  std::function<double(double)> vertex;  ///< U(t), or what it is along the axis is multiplied by
  std::vector<std::function<double(double)>> further_vertices =
      {};  ///< of theories that have several
  /// Added to h: field(t) · dipole, dipole [a][b] Hermitian. No field where the function is empty.
  std::function<double(double)> field;
  std::vector<Complex> dipole;
  std::vector<Jump> jumps;
  /// A(t), along the direction that the strides were made for; then h is their sum with phases. Empty: none.
  std::function<double(double)> vector_potential;
  std::vector<Stride> strides;
  /// For how many points of the lattice each one stands, where not all are kept; empty: for itself.
  std::vector<double> weights;

  double weight(std::size_t point) const { return weights.empty() ? 1 : weights[point]; }
  std::size_t points() const { return interaction->points(); }
};

/// All vertices at a time.
std::vector<double> vertices_at(const Model& model, double time);

/// Throws std::runtime_error where sizes disagree or h or the dipole is not Hermitian, with place.
void check(const Model& model);

/// Whether h without mean field is the same at all times.
bool is_constant(const Model& model);
/// h(k) of single electrons at a time, jumps and vector potential in it, without dipole field and mean field: [k][a][b].
void one_particle(const Model& model, double time, std::span<Complex> h);

/// The same with the dipole field.
void one_particle_with_field(const Model& model, double time, std::span<Complex> h);

/// h(k) with field and mean field at a time: [k][a][b].
void hamiltonian(const Model& model, double time, std::span<const Complex> rho,
                 std::span<Complex> h);

/// exp(−i angle σ_x) between two bands, [a][b]: what a field 2-by-2 of that area does in no time.
std::vector<Complex> kick_between(std::size_t bands, std::size_t one, std::size_t other,
                                  double angle);

/// ρ of filled bands, [k][a][b].
std::vector<Complex> filled(std::size_t points, std::size_t bands,
                            const std::vector<std::size_t>& filled_bands);

}  // namespace diagc::dynamics
