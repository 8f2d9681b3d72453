// Random graphs for property tests.
#pragma once

#include <random>

#include "compiler/graph/builder.h"

namespace diagc {

struct RandomGraphShape {
  int nodes = 30;
  bool rational =
      false;          ///< only + · / on real inputs and params, so that it can be evaluated exactly
  bool zeros = true;  ///< exact numbers 0 among the nodes
};

/// A graph with 4 inputs, 1 param (and 2 complex inputs and a complex param) and 3 outputs; the same seed gives the same graph.
inline Graph random_graph(std::uint64_t seed, RandomGraphShape shape) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  auto signature = std::make_shared<Signature>();
  signature->name = "random_graph";
  const auto variable = [](std::string name, std::int64_t count, Type type) {
    Variable result;
    result.name = std::move(name);
    if (count > 0) result.ranges = {{1, count}};
    result.type = type;
    return result;
  };
  signature->inputs = {variable("x", 4, Type::real)};
  signature->params = {variable("N", 0, Type::real)};
  if (!shape.rational) {
    signature->inputs.push_back(variable("z", 2, Type::complex));
    signature->inputs.back().first = 4;
    signature->params.push_back(variable("w", 0, Type::complex));
    signature->params.back().first = 1;
  }
  GraphBuilder builder(GraphBuilder::Sharing::as_given);
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < 4; ++i) nodes.push_back(builder.leaf(Kind::input, Type::real, i));
  nodes.push_back(builder.leaf(Kind::param, Type::real, 0));
  if (!shape.rational) {
    for (std::uint32_t i = 4; i < 6; ++i)
      nodes.push_back(builder.leaf(Kind::input, Type::complex, i));
    nodes.push_back(builder.leaf(Kind::param, Type::complex, 1));
    nodes.push_back(builder.leaf(Kind::imaginary, Type::complex, 0));
    builder.constants = {{0.5, 0.0}, {-1.25, 0.75}};
    nodes.push_back(builder.leaf(Kind::constant, Type::real, 0));
    nodes.push_back(builder.leaf(Kind::constant, Type::complex, 1));
  }
  const Rational numbers[] = {1, 1, 1, 1, -1, -1, -1, 2, -2, Rational(1, 2), 3, Rational(-2, 3)};
  const auto operand = [&] {
    // Recent nodes more often, so that graphs get deep.
    if (below(12) == 0) return NodeId{0};
    const std::size_t back =
        below(3) == 0 ? below(nodes.size()) : below(std::min<std::size_t>(nodes.size(), 8));
    return nodes[nodes.size() - 1 - back];
  };
  const auto real_operand = [&] {
    for (int tries = 0; tries < 20; ++tries) {
      const NodeId node = operand();
      if (builder[node].type == Type::real) return node;
    }
    return nodes[0];
  };
  for (int i = 0; i < shape.nodes; ++i) {
    NodeId made = 0;
    const std::size_t choice = below(shape.rational ? 20 : 28);
    if (choice < 9) {
      std::vector<Term> terms;
      const std::size_t count = 1 + below(5);
      for (std::size_t t = 0; t < count; ++t) {
        terms.push_back({operand(), builder.coefficients.add(numbers[below(std::size(numbers))])});
      }
      if (count == 1 && shape.zeros && below(6) == 0) terms[0] = {0, builder.coefficients.add(0)};
      made = builder.sum(terms);
    } else if (choice < 18) {
      std::vector<NodeId> factors{operand(), operand()};
      while (factors.size() < 5 && below(2) == 0) factors.push_back(operand());
      made = builder.product(factors);
    } else if (choice < 20) {
      made = builder.function(Kind::quotient, std::vector{operand(), operand()});
    } else if (choice < 26) {
      // Square root and logarithm of complex values jump at the cut, where rounding decides: they get real ones.
      const Kind kinds[] = {Kind::conj, Kind::re,  Kind::im,   Kind::exp,
                            Kind::sin,  Kind::cos, Kind::sqrt, Kind::log};
      const std::size_t kind = below(std::size(kinds));
      made = builder.function(kinds[kind], std::vector{kind < 6 ? operand() : real_operand()});
    } else {
      made = builder.function(Kind::complex, std::vector{real_operand(), real_operand()});
    }
    nodes.push_back(made);
  }
  signature->outputs = {variable("y", 3, shape.rational ? Type::real : Type::complex)};
  std::vector<NodeId> outputs{nodes.back(), operand(), operand()};
  return builder.finish(std::move(outputs), signature, std::make_shared<CallTable>());
}

}  // namespace diagc
