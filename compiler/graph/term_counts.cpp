#include "compiler/graph/term_counts.h"

#include "compiler/graph/count_terms.h"

namespace diagc {

namespace {

Rational magnitude(const Graph& graph, CoefficientId coefficient) {
  return abs(graph.coefficients()[coefficient]);
}

/// Each factor gets the ways of the product times the terms of all other factors.
void pass_down_product(const Graph& graph, NodeId node, TermCounts& counts) {
  const std::size_t factors = counted_operands(graph, node);
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

Rational terms_within(const Graph& graph, NodeId node, const TermCounts& counts) {
  if (graph[node].kind == Kind::sum) {
    Rational sum = 0;
    for (const Term term : graph.terms(node))
      sum += magnitude(graph, term.coefficient) * counts.within[term.node];
    return sum;
  }
  Rational product = 1;
  for (std::size_t i = 0; i < counted_operands(graph, node); ++i)
    product *= counts.within[graph.operand(node, i)];
  return product;
}

}  // namespace

std::optional<TermCounts> term_counts(const Graph& graph) {
  TermCounts counts;
  counts.counted = counted_nodes(graph);
  if (!have_terms(graph, counts.counted)) return std::nullopt;
  counts.within.resize(graph.node_count());
  counts.beyond.resize(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (counts.counted[node]) counts.within[node] = terms_within(graph, node, counts);
  }
  for (const NodeId output : graph.outputs()) {
    counts.beyond[output] += 1;
    counts.total += counts.within[output];
  }
  for (auto node = static_cast<NodeId>(graph.node_count()); node-- > 0;) {
    if (counts.beyond[node] == 0) continue;
    if (graph[node].kind == Kind::sum) {
      for (const Term term : graph.terms(node))
        counts.beyond[term.node] += magnitude(graph, term.coefficient) * counts.beyond[node];
    } else {
      pass_down_product(graph, node, counts);
    }
  }
  return counts;
}

}  // namespace diagc
