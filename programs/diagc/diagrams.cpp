#include "programs/diagc/diagrams.h"

namespace diagc {

namespace {

Rational magnitude(const Graph& graph, CoefficientId coefficient) {
  return abs(graph.coefficients()[coefficient]);
}

/// Each operand of a product gets the ways of the product times the terms of all other operands.
void pass_down_product(const Graph& graph, NodeId node, DiagramCounts& counts) {
  const std::size_t factors = graph.operand_count(node);
  std::vector<Rational> after(factors + 1, 1);
  for (std::size_t i = factors; i-- > 0;)
    after[i] = after[i + 1] * counts.within[graph.operand(node, i)];
  Rational before = counts.beyond[node];
  for (std::size_t i = 0; i < factors; ++i) {
    const NodeId operand = graph.operand(node, i);
    counts.beyond[operand] += before * after[i + 1];
    before *= counts.within[operand];
  }
}

}  // namespace

std::optional<DiagramCounts> count_diagrams(const Graph& graph) {
  DiagramCounts counts;
  counts.within.resize(graph.node_count());
  counts.beyond.resize(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (kind > Kind::product) return std::nullopt;
    Rational& value = counts.within[node];
    value = kind == Kind::sum ? 0 : 1;
    for (const Term term : graph.terms(node)) {
      if (kind == Kind::sum) {
        value += magnitude(graph, term.coefficient) * counts.within[term.node];
      } else {
        value *= counts.within[term.node];
      }
    }
  }
  for (const NodeId output : graph.outputs()) {
    counts.beyond[output] += 1;
    counts.total += counts.within[output];
  }
  for (auto node = static_cast<NodeId>(graph.node_count()); node-- > 0;) {
    if (counts.beyond[node] == 0) continue;
    if (graph[node].kind == Kind::product) {
      pass_down_product(graph, node, counts);
    } else {
      for (const Term term : graph.terms(node)) {
        counts.beyond[term.node] += magnitude(graph, term.coefficient) * counts.beyond[node];
      }
    }
  }
  return counts;
}

}  // namespace diagc
