// Evaluation in exact arithmetic, and the counting of terms.
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/graph/evaluate.h"
#include "compiler/graph/interpret.h"

namespace diagc {

namespace {

struct RationalArithmetic {
  using Value = Rational;
  const Graph& graph;
  std::span<const Rational> inputs, params;

  [[noreturn]] static void refuse(const Node& node) {
    throw std::logic_error(
        fmt::format("exact evaluation of a graph with {}", to_string(node.kind)));
  }
  void leaf(Rational& r, const Node& node) const {
    switch (node.kind) {
      case Kind::one:
        r = 1;
        break;
      case Kind::constant:
        if (!std::isfinite(graph.constants()[node.payload].real())) refuse(node);
        r = Rational(graph.constants()[node.payload].real());
        break;
      case Kind::input:
        r = inputs[node.payload];
        break;
      case Kind::param:
        r = params[node.payload];
        break;
      default:
        refuse(node);
    }
    if (node.type == Type::complex) refuse(node);
  }
  void assign(Rational& r, const Rational& x, Type, CoefficientId c) const {
    r = graph.coefficients()[c] * x;
  }
  void add(Rational& r, const Rational& x, Type, CoefficientId c) const {
    r += graph.coefficients()[c] * x;
  }
  void multiply(Rational& r, Type, const Rational& x, Type) const { r *= x; }
  void function(Rational& r, const Node& node, const Rational& a, Type, const Rational* b,
                Type) const {
    if (node.kind != Kind::quotient) refuse(node);
    if (*b == 0) throw std::logic_error("exact evaluation divides by zero");
    r = a / *b;
  }
};

/// Magnitudes. Integers while they last: sums and products of integers are far quicker than those
/// of fractions.
struct CountingArithmetic {
  using Value = Rational;
  const Graph& graph;
  std::vector<Rational> magnitudes;

  explicit CountingArithmetic(const Graph& g) : graph(g) {
    for (CoefficientId id = 0; id < g.coefficients().size(); ++id) {
      magnitudes.push_back(abs(g.coefficients()[id]));
    }
  }
  void leaf(Rational& r, const Node&) const { r = 1; }
  void assign(Rational& r, const Rational& x, Type, CoefficientId c) const {
    r = x;
    if (c > minus_coefficient) r *= magnitudes[c];
  }
  void add(Rational& r, const Rational& x, Type, CoefficientId c) const {
    r += c > minus_coefficient ? Rational(magnitudes[c] * x) : x;
  }
  void multiply(Rational& r, Type, const Rational& x, Type) const { r *= x; }
  void function(Rational&, const Node&, const Rational&, Type, const Rational*, Type) const {}
};

/// The same in integers, for graphs whose coefficients are whole.
struct IntegerCounting {
  using Value = Integer;
  const Graph& graph;
  std::vector<Integer> magnitudes;

  void leaf(Integer& r, const Node&) const { r = 1; }
  void assign(Integer& r, const Integer& x, Type, CoefficientId c) const {
    r = x;
    if (c > minus_coefficient) r *= magnitudes[c];
  }
  void add(Integer& r, const Integer& x, Type, CoefficientId c) const {
    if (c > minus_coefficient) {
      r += magnitudes[c] * x;
    } else {
      r += x;
    }
  }
  void multiply(Integer& r, Type, const Integer& x, Type) const { r *= x; }
  void function(Integer&, const Node&, const Integer&, Type, const Integer*, Type) const {}
};

}  // namespace

std::vector<Rational> interpret_exactly(const Graph& graph, std::span<const Rational> inputs,
                                        std::span<const Rational> params) {
  RationalArithmetic arithmetic{graph, inputs, params};
  const ValueSlots slots(graph);
  std::vector<Rational> values, results(graph.outputs().size());
  evaluate(graph, slots, arithmetic, values,
           [&](std::uint32_t scalar, const Rational& value, Type) { results[scalar] = value; });
  return results;
}

std::optional<Rational> count_terms(const Graph& graph) {
  const ValueSlots slots(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (slots.slot[node] != no_node && (kind == Kind::constant || kind > Kind::product)) return {};
  }
  const auto total = [&](auto arithmetic) {
    using Value = typename decltype(arithmetic)::Value;
    std::vector<Value> values;
    Value sum = 0;
    evaluate(graph, slots, arithmetic, values,
             [&](std::uint32_t, const Value& value, Type) { sum += value; });
    return Rational(sum);
  };
  IntegerCounting integers{graph, {}};
  for (CoefficientId id = 0; id < graph.coefficients().size(); ++id) {
    const Rational& coefficient = graph.coefficients()[id];
    if (denominator(coefficient) != 1) return total(CountingArithmetic(graph));
    integers.magnitudes.push_back(abs(numerator(coefficient)));
  }
  return total(integers);
}

}  // namespace diagc
