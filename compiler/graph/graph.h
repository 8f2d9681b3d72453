// The sum-product graph.
//
// Meaning. A node is a scalar value, real or complex, that depends on the inputs of one configuration
// and on the params. Out-edges lead to a node's operands, in order:
//
//   one                  the number 1: the unit in which all paths end. Always node 0
//   imaginary            the number i
//   constant             a floating-point number that folding made; payload: index into constants()
//   input                payload: leaf number, see Signature
//   param                payload: scalar number of the params
//   sum                  Σ coefficient(edge) · operand, at least one operand. Static numbers are edges to `one`;
//                        the exact number 0 (an output that vanishes) is one edge to `one` with coefficient 0
//   product              Π operands, two or more; coefficients are 1
//   quotient             operand 0 / operand 1
//   conj re im sqrt exp log sin cos     of one operand
//   complex              operand 0 + i · operand 1, both real
//
// Operands have smaller numbers than the nodes that use them: 0, 1, 2, … is a topological order. Passes
// preserve that by construction: a loop over nodes is an evaluation order, and no pass recurses.
// There is no cancellation: x − x is a sum of two edges, since x may be NaN at run time.
//
// Boost.Graph stores the graph (compressed sparse rows) and finds strong components (components.h); no other folder includes it.
// Passes and schedules are written on the accessors of `Graph`, most of them as loops over the numbers of nodes.
#pragma once

#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "compiler/graph/calls.h"
#include "compiler/graph/signature.h"
#include "compiler/graph/value.h"

namespace diagc {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffffu;

enum class Kind : std::uint8_t {
  one,
  imaginary,
  constant,
  input,
  param,
  sum,
  product,
  quotient,
  conj,
  re,
  im,
  sqrt,
  exp,
  log,
  sin,
  cos,
  complex,
};
const char* to_string(Kind kind);
bool is_leaf(Kind kind);  ///< no operands: one … param

/// Index into Graph::coefficients(); 0 is the number 1, 1 is the number −1.
using CoefficientId = std::uint32_t;
inline constexpr CoefficientId unit_coefficient = 0;
inline constexpr CoefficientId minus_coefficient = 1;

struct Node {
  Kind kind = Kind::one;
  Type type = Type::real;
  std::uint32_t payload = 0;  ///< constant, input, param: see above
  CallId call = no_call;      ///< the call whose value this is
};

struct Edge {
  CoefficientId coefficient = unit_coefficient;
};

/// Exact coefficients, each kept once.
class Coefficients {
 public:
  Coefficients();
  CoefficientId add(const Rational& value);
  const Rational& operator[](CoefficientId id) const { return values_[id]; }
  double to_double(CoefficientId id) const { return doubles_[id]; }
  std::size_t size() const { return values_.size(); }
  CoefficientId multiply(CoefficientId a, CoefficientId b);
  CoefficientId negate(CoefficientId a) { return multiply(a, minus_coefficient); }

 private:
  std::vector<Rational> values_;
  std::vector<double> doubles_;
  std::unordered_map<std::string, CoefficientId> index_;
};

/// An operand with the coefficient of its edge.
struct Term {
  NodeId node = no_node;
  CoefficientId coefficient = unit_coefficient;
  bool operator==(const Term&) const = default;
};

class Graph {
 public:
  using Csr = boost::compressed_sparse_row_graph<boost::directedS, Node, Edge, boost::no_property,
                                                 std::uint32_t, std::uint32_t>;

  Graph() = default;

  std::size_t node_count() const { return num_vertices(csr_); }
  std::size_t edge_count() const { return num_edges(csr_); }
  const Node& operator[](NodeId node) const { return csr_[node]; }

  std::size_t operand_count(NodeId node) const { return out_degree(node, csr_); }
  NodeId operand(NodeId node, std::size_t i) const;
  /// The operands with their coefficients, as a range of Term.
  auto terms(NodeId node) const;

  const Coefficients& coefficients() const { return *coefficients_; }
  const std::vector<std::complex<double>>& constants() const { return constants_; }
  const Signature& signature() const { return *signature_; }
  const CallTable& calls() const { return *calls_; }
  std::shared_ptr<const Signature> signature_ptr() const { return signature_; }
  std::shared_ptr<const CallTable> calls_ptr() const { return calls_; }

  /// One node for each scalar of the outputs, in the order of the signature.
  const std::vector<NodeId>& outputs() const { return outputs_; }

 private:
  friend class GraphBuilder;
  Csr csr_;
  std::shared_ptr<const Coefficients> coefficients_ = std::make_shared<Coefficients>();
  std::vector<std::complex<double>> constants_;
  std::shared_ptr<const Signature> signature_ = std::make_shared<Signature>();
  std::shared_ptr<const CallTable> calls_ = std::make_shared<CallTable>();
  std::vector<NodeId> outputs_;
};

inline NodeId Graph::operand(NodeId node, std::size_t i) const {
  return *(adjacent_vertices(node, csr_).first + static_cast<std::ptrdiff_t>(i));
}

inline auto Graph::terms(NodeId node) const {
  auto [first, last] = out_edges(node, csr_);
  return std::ranges::subrange(first, last) | std::views::transform([this](const auto& edge) {
           return Term{target(edge, csr_), csr_[edge].coefficient};
         });
}

}  // namespace diagc
