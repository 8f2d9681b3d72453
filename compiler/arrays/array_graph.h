// The array graph: values with axes, one level above the scalar graph.
//
// Meaning. A node is an array of numbers (elements of any commutative semiring). Its kind says what its element at a position is:
//
//   input      a number that the caller gives
//   contract   Σ over the variables that are no axis of the result, Π over operands of operand[its variables]
//   reduce     the same of one operand, some of whose axes are summed; every axis has a variable of its own
//   permute    one operand with its axes in another order
//   constant   0 or 1, as its text of digits says, the last axis fastest
//   map        the value of a scalar graph, its body, whose inputs are operands[their variables], in their order; nothing is summed
//   transform  (1/N) Σ_k exp(+i k R) operand[k] at R, along one cyclic axis of N points
//   inverse    Σ_R exp(−i k R) operand[R] at k
//
// Where numbers are functions of two points z, z' of a contour, multiplied for each pair of points, there are besides, for each element:
//
//   exchange   operand(z', z)
//   compose    ∫_C left(z, s) right(s, z') ds of two operands
//   volterra   T_e, with e the node's element, of n functions T_i = X_i + Σ_j compose(L_ij, T_j); operands: X_0 … X_(n−1), and L_ij row by row
//              where the node's digits have a 1
//
// A cyclic axis is a grid of points, k_d = 2π j_d / n_d, the last one fastest; arguments along it are signed sums of variables, taken modulo the
// grid, so that an operand stands at k + q, or at −k. What a node of kind contract gives is multiplied by powers of the numbers of points.
//
// A map's body needs more than a semiring: numbers. A variable belongs to its node and runs over 0 … extent − 1. In a contraction it may stand in
// any number of operands, twice in one of them (a diagonal), or in none (a factor, or an axis along which the result repeats). Without
// operands the product is 1.
// Operands have smaller numbers than the nodes that use them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/graph/graph.h"

namespace diagc::arrays {

using ArrayId = std::uint32_t;
/// Index into ArrayNode::variables.
using Variable = std::uint32_t;

enum class ArrayKind : std::uint8_t {
  input,
  contract,
  reduce,
  permute,
  constant,
  map,
  transform,
  inverse,
  exchange,
  compose,
  volterra
};
const char* to_string(ArrayKind kind);
bool is_sum(ArrayKind kind);  ///< contract, reduce or permute: a sum over a product of operands
bool is_on_contour(ArrayKind kind);  ///< exchange, compose or volterra

/// ± a variable.
struct SignedVariable {
  Variable variable = 0;
  std::int32_t sign = 1;
  auto operator<=>(const SignedVariable&) const = default;
};
/// A sum of different variables of one cyclic axis, ascending, the origin where it is empty; or one variable of an axis of static extent.
using Argument = std::vector<SignedVariable>;

struct Operand {
  ArrayId array = 0;
  std::vector<Variable> variables;  ///< one for each axis of the array
  /// In place of variables where these are not enough: one for each axis.
  std::vector<Argument> arguments = {};

  bool operator==(const Operand&) const = default;
};

struct ArrayNode {
  ArrayKind kind = ArrayKind::input;
  std::string name;                      ///< of an input
  std::vector<std::uint64_t> variables;  ///< extents; an input has one variable for each axis
  std::vector<Operand> operands;
  std::vector<Variable>
      axes;  ///< of the result, each variable at most once; the last one varies fastest

  std::string digits;                 ///< of a constant; of volterra which L_ij there are
  std::shared_ptr<const Graph> body;  ///< of a map; one output
  /// By variable: 0, or one more than the number of its cyclic axis. Empty where there are only zeros.
  std::vector<std::uint32_t> cyclic = {};
  /// By cyclic axis: the power of its number of points that a contraction is multiplied by. Empty where there are only zeros.
  std::vector<std::int32_t> powers = {};
  std::uint32_t element = 0;  ///< of volterra

  bool operator==(const ArrayNode& other) const;  ///< bodies by their text
  std::vector<std::uint64_t> shape() const;
  std::uint32_t cyclic_axis(Variable variable) const {
    return variable < cyclic.size() ? cyclic[variable] : 0;
  }
  std::int32_t power(std::size_t axis) const { return axis < powers.size() ? powers[axis] : 0; }
};

/// The arguments of an operand, whichever way it has them.
std::vector<Argument> arguments_of(const Operand& operand);
/// An operand with these arguments, as variables where that is possible.
Operand operand_at(ArrayId array, std::vector<Argument> arguments);

struct CyclicAxis {
  std::string name;
  std::vector<std::uint64_t> grid;

  std::uint64_t points() const;
  bool operator==(const CyclicAxis&) const = default;
};

struct ArrayGraph {
  std::vector<ArrayNode> nodes;
  std::vector<ArrayId> outputs;
  std::vector<CyclicAxis> cyclic = {};

  bool operator==(const ArrayGraph&) const = default;
};

/// What is wrong with a graph, as "node 3: …"; empty: nothing.
std::string find_fault(const ArrayGraph& graph);
/// The same of one node, without its number in front; nodes before it have no fault.
std::string find_fault(const ArrayGraph& graph, ArrayId id);

/// The network's tensors as inputs `T0`, `T1`, … and its sum as one contraction, the output.
ArrayGraph graph_of(const Network& network);

/// The same sum in an order of pairwise contractions. Labels that stand in one tensor alone, or twice in one, are summed or made one
/// before. Slices are no part of a graph: `order.sliced` must be empty.
ArrayGraph graph_of(const Network& network, const Order& order);

}  // namespace diagc::arrays
