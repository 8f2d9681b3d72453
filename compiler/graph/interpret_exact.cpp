// Evaluation in exact arithmetic.
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

}  // namespace diagc
