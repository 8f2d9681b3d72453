// What a theory gives to the Kadanoff–Baym equations: a mean field and a self-energy.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "runtime/linear/orbit_transform.h"

namespace diagc {
struct CyclicText;
}  // namespace diagc

namespace diagc::dynamics {

class StagedTheory;

/// Values at pairs of times (t, t') for all points of the lattice: number [a][b][pair][k], a and b bands, `distance` numbers from pair to pair.
struct PairValues {
  Complex* numbers = nullptr;
  std::size_t bands = 0, pairs = 0, distance = 0;

  Complex* at(std::size_t a, std::size_t b, std::size_t pair) const {
    return numbers + ((a * bands + b) * pairs + pair) * distance;
  }
  std::size_t size() const { return bands * bands * pairs * distance; }
};

/// Σ≷ at a pair of times as text for devices (compiler/emit/cyclic): its inputs are G<, G> and, where there is a vertex, U and U'; its outputs Σ<, Σ>.
struct DeviceTheory {
  std::shared_ptr<const CyclicText> text;  ///< null: in stages
  bool has_vertex = false;
  /// Of a theory in stages (StagedTheory) their texts; inputs and outputs are those of the plan's stages.
  std::vector<std::shared_ptr<const CyclicText>> stages = {};
  /// By vertex, of a theory in stages: what it is at every point of the lattice, times its value in time; empty: one number.
  std::vector<std::vector<double>> along_axis = {};
  std::vector<unsigned>
      place;  ///< of every point of the lattice: which of the points that are kept has its G
  std::vector<unsigned> kept;  ///< points of the lattice whose G is kept
};

/// A theory of electrons on a lattice with one vertex U(t).
///
/// Conventions: G<_ab(k; t, t') = i ⟨c†_b(t') c_a(t)⟩, G>_ab(k; t, t') = −i ⟨c_a(t) c†_b(t')⟩, ρ(t) = −i G<(t, t). Components of G at
/// exchanged times follow from X(t', t) = −X(t, t')†, so that the self-energy at a pair of times is a function of G≷ at this pair alone.
///
/// Objects may be used by several threads at once.
class Interaction {
 public:
  virtual ~Interaction() = default;
  virtual std::size_t bands() const = 0;
  virtual std::size_t points() const = 0;

  /// Adds the mean field at a time to h: for ρ = 0 the part that belongs to single particles, the rest linear in ρ. ρ and h are [k][a][b].
  virtual void add_mean_field(double vertex, std::span<const Complex> rho,
                              std::span<Complex> h) const = 0;
  /// The same of a theory with several vertices, or none.
  virtual void add_mean_field_of(std::span<const double> vertices, std::span<const Complex> rho,
                                 std::span<Complex> h) const {
    add_mean_field(vertices.empty() ? 0 : vertices[0], rho, h);
  }
  virtual std::size_t vertices() const { return 1; }

  /// Adds to h what of add_mean_field_of() is a chemical potential, whose energy is left out: −U / 2 where the energy is that of U n↑ n↓.
  virtual void add_chemical_potential(std::span<const double> vertices,
                                      std::span<Complex> h) const {
    static_cast<void>(vertices);
    static_cast<void>(h);
  }

  /// Whether there is a self-energy beyond the mean field.
  virtual bool correlated() const = 0;

  /// How Σ is computed where it has products along the contour, or vertices otherwise than by U(t) U(t'); then self_energy() is not there.
  virtual const StagedTheory* staged() const { return nullptr; }

  /// Σ≷ at pairs of times, in the place of G≷. `vertices`: U(t) U(t') of each pair.
  virtual void self_energy(std::span<const double> vertices, const PairValues& lesser,
                           const PairValues& greater) const = 0;

  /// Numbers from pair to pair that are best for self_energy(); at least points().
  virtual std::size_t distance() const = 0;
  /// Pairs that are best given at once.
  virtual std::size_t pairs() const = 0;

  /// The same theory of functions that are the same on orbits of points: points() is the number of orbits, which stand for all their points in means over
  /// the lattice. Null where there is none, or where the whole lattice takes less time.
  virtual std::shared_ptr<const Interaction> on_orbits(const linear::Orbits& orbits) const {
    static_cast<void>(orbits);
    return nullptr;
  }

  /// Throws std::runtime_error, "found …, expected …", where the theory has no form for devices.
  virtual DeviceTheory device_theory() const;
};

/// Σ(z, z') at pairs of points of the contour of any kind (mixed, imaginary), in the place of `values`, from G(z, z') in `values` and G(z', z) in
/// `exchanged`, which is overwritten. `vertices`: U(z) U(z') of each pair. Σ≷ is a sum of products of such values, into which self_energy()
/// puts −G≶(t, t')† for G≶(t', t); so G(z', z) goes to it as −G(z', z)†.
void self_energy_between(const Interaction& interaction, std::span<const double> vertices,
                         const PairValues& values, const PairValues& exchanged);

}  // namespace diagc::dynamics
