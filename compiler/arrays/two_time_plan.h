// How a theory at two times is computed: fields, kernels for pairs of times, products along the contour and equations between them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// A function of z and z' along the axis, for which components are computed: X<, X>, at mixed and at imaginary times.
struct TwoTimeField {
  enum class Kind : std::uint8_t {
    green,      ///< the propagated one, element by element
    pointwise,  ///< of other fields at the same pair of points: written by a stage's kernel
    product,    ///< ∫_C left(z, s) right(s, z') ds
    solution,   ///< of an equation
  };
  Kind kind = Kind::green;
  std::string name;
  bool bosonic = false;    ///< periodic in imaginary time
  bool is_factor = false;  ///< of a product or an equation
  bool is_stored =
      false;  ///< at all pairs of times: some product has it, or its adjoint, as its right factor
  /// −conj X(z', z) = sign · the field `adjoint`, of fields that are stored.
  std::uint32_t adjoint = 0;
  int sign = 1;
  std::uint32_t stage = 0;  ///< that computes it; greens are there before the first one
};

struct TwoTimeProduct {
  std::uint32_t result = 0, left = 0, right = 0;  ///< fields
  int sign = 1;
};

/// T_i = X_i + Σ_j ∫_C L_ij(z, s) T_j(s, z') ds.
struct TwoTimeEquation {
  struct Left {
    std::uint32_t row = 0, column = 0, field = 0;
  };
  std::vector<std::uint32_t> unknowns, rests;  ///< fields
  std::vector<Left> left;
};

/// A kernel for a pair of times, and what is made of its results.
struct TwoTimeStage {
  std::vector<std::uint32_t> reads;  ///< fields: all greens, then others
  std::vector<std::uint32_t>
      writes;  ///< fields; of the last stage none: its results are the self-energy
  /// Inputs: reads at <, reads at >, each vertex at z, then at z'. Outputs: results at <, then at >. With G' written as −conj of the other component
  /// (Langreth), one kernel serves mixed and imaginary times, too.
  ArrayGraph graph;
  std::vector<Type> types;  ///< of the inputs
  std::vector<TwoTimeProduct> products;
  std::vector<TwoTimeEquation> equations;
};

struct TwoTimePlan {
  std::vector<TwoTimeField> fields;  ///< greens first
  std::vector<TwoTimeStage> stages;
  bool is_hermitian = true;  ///< whether −conj Σ_ba(z', z) = Σ_ab(z, z'), as of every self-energy
};

/// What the inputs of a graph are, in the order of their nodes: the elements of the green, row by row of `bands`, then vertices.
struct TwoTimeInputs {
  std::size_t bands = 1;
  std::size_t vertices = 0;
  std::map<ArrayId, std::string> names = {};  ///< of solutions
};

/// `graph` has the kinds exchange, of inputs and of volterra alone, compose and volterra; its outputs are the self-energy, element by element. Sums are
/// as they stand; convolve() is for the stages' graphs.
///
/// What a right factor is at earlier first times follows from its adjoint, −conj X(z', z), for which a field is found or made; which fields are adjoint
/// to each other, and which are bosonic, is found by values on a contour of three points, from random greens. Throws std::runtime_error where a
/// solution is no field's adjoint, where a field is a sum of an odd and an even number of greens, and where the self-energy has an even one.
TwoTimePlan plan_two_times(const ArrayGraph& graph, const TwoTimeInputs& inputs);

}  // namespace diagc::arrays
