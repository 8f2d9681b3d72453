// Values of all nodes of a graph, for tests of what tasks of a plan compute.
#pragma once

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// The value of every node of a graph of sums, products and quotients, for random inputs.
inline std::vector<double> values_of(const Graph& graph) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<> number(0.5, 1.5);
  std::vector<double> value(graph.node_count(), 0);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    switch (graph[node].kind) {
      case Kind::one:
        value[node] = 1;
        break;
      case Kind::constant:
        value[node] = graph.constants()[graph[node].payload].real();
        break;
      case Kind::input:
      case Kind::param:
        value[node] = number(random);
        break;
      case Kind::product:
        value[node] = 1;
        for (const Term term : graph.terms(node)) value[node] *= value[term.node];
        break;
      case Kind::quotient: {
        std::vector<double> operands;
        for (const Term term : graph.terms(node)) operands.push_back(value[term.node]);
        value[node] = operands[0] / operands[1];
        break;
      }
      default:
        REQUIRE(graph[node].kind == Kind::sum);
        for (const Term term : graph.terms(node)) {
          value[node] += graph.coefficients().to_double(term.coefficient) * value[term.node];
        }
    }
  }
  return value;
}

}  // namespace diagc
