// Theories whose self-energy has products along the contour: kernels for pairs of times in stages, with products between them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "library/cyclic/contour_theory.h"
#include "physics/dynamics/blocks.h"

namespace diagc::dynamics {

/// Fields at pairs of times for all points of the lattice: number [field][pair][k], `distance` numbers from pair to pair.
struct FieldValues {
  Complex* numbers = nullptr;
  std::size_t fields = 0, pairs = 0, distance = 0;

  Complex* at(std::size_t field, std::size_t pair) const {
    return numbers + (field * pairs + pair) * distance;
  }
};

/// Vertices at the two times of each pair: number [vertex][pair]. What a vertex along the axis is multiplied by at every point.
struct VertexValues {
  std::span<const double> first, second;
};

/// Objects may be used by several threads at once.
class StagedTheory {
 public:
  virtual ~StagedTheory() = default;
  virtual const arrays::TwoTimePlan& plan() const = 0;
  virtual std::size_t vertices() const = 0;
  /// As those of Interaction.
  virtual std::size_t points() const = 0;
  virtual std::size_t distance() const = 0;
  virtual std::size_t pairs() const = 0;

  /// What a stage writes, from what it reads, in the plan's order; the last one writes Σ [a][b]. `lesser` and `greater` are overwritten.
  ///
  /// At real times they are X< and X>. For pairs of other points the first one has X(z, z'), the second −conj of the adjoint of X(z', z); then only the
  /// first results mean something. At mixed times (t, τ) these are X^⌉(t, τ) and ζ X^⌉(t, β − τ), at imaginary ones i X(τ) and
  /// i ζ X(β − τ), with ζ = 1 for fields that are periodic in imaginary time and −1 for the others.
  virtual void run(std::size_t stage, const VertexValues& vertices, const FieldValues& lesser,
                   const FieldValues& greater, const FieldValues& lesser_results,
                   const FieldValues& greater_results) const = 0;
};

/// Numbers of fields that are stored besides G.
std::size_t stored_fields(const StagedTheory* theory);

}  // namespace diagc::dynamics
