#include "compiler/passes/prune.h"

#include <algorithm>

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// 1 for nodes that are the exact number 0.
std::vector<std::uint8_t> zero_nodes(const Graph& graph) {
  const auto& coefficients = graph.coefficients();
  std::vector<std::uint8_t> zero(graph.node_count(), 0);
  bool any = false;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (kind == Kind::sum) {
      if (graph.operand_count(node) == 1) {
        const Term term = *graph.terms(node).begin();
        zero[node] = zero[term.node] ||
                     (term.coefficient > minus_coefficient && coefficients[term.coefficient] == 0);
      } else if (any) {
        zero[node] = std::ranges::all_of(graph.terms(node),
                                         [&](const Term& term) { return zero[term.node] != 0; });
      }
    } else if (any && kind == Kind::product) {
      zero[node] = std::ranges::any_of(graph.terms(node),
                                       [&](const Term& term) { return zero[term.node] != 0; });
    } else if (any && kind == Kind::quotient) {
      zero[node] = zero[graph.operand(node, 0)] && !zero[graph.operand(node, 1)];
    } else if (any && (kind == Kind::conj || kind == Kind::re || kind == Kind::im)) {
      zero[node] = zero[graph.operand(node, 0)];
    }
    any = any || zero[node];
  }
  if (!any) zero.clear();
  return zero;
}

/// Nodes that the outputs need, where a zero needs no operands.
std::vector<std::uint8_t> needed_beside(const Graph& graph, const std::vector<std::uint8_t>& zero) {
  if (zero.empty()) return needed_nodes(graph);
  std::vector<std::uint8_t> needed(graph.node_count(), 0);
  needed[0] = 1;
  for (const NodeId output : graph.outputs()) needed[output] = 1;
  for (auto node = static_cast<NodeId>(graph.node_count()); node-- > 0;) {
    if (!needed[node] || zero[node]) continue;
    for (const Term term : graph.terms(node)) needed[term.node] = 1;
  }
  return needed;
}

}  // namespace

std::optional<Graph> prune(const Graph& graph) {
  const std::vector<std::uint8_t> zero = zero_nodes(graph);
  Rewriter rewriter(graph, needed_beside(graph, zero));
  const auto is_plain_zero = [&](NodeId node) {
    return graph[node].kind == Kind::sum && graph.operand_count(node) == 1 &&
           graph.operand(node, 0) == 0;
  };
  bool changed = false;
  for (NodeId node = 0; node < graph.node_count() && !changed; ++node) {
    if (!rewriter.needed(node)) {
      changed = true;
    } else if (!zero.empty()) {
      changed = zero[node] ? !is_plain_zero(node)
                           : graph[node].kind == Kind::sum &&
                                 std::ranges::any_of(graph.terms(node), [&](const Term& term) {
                                   return zero[term.node] != 0;
                                 });
    }
  }
  if (!changed) return std::nullopt;

  std::vector<Term> terms;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!rewriter.needed(node)) continue;
    if (!zero.empty() && zero[node]) {
      rewriter.set_image(node, {0, rewriter.builder.coefficients.add(0)});
      continue;
    }
    if (!zero.empty() && graph[node].kind == Kind::sum) {
      terms.clear();
      for (const Term term : graph.terms(node)) {
        if (zero[term.node]) continue;
        const Term image = rewriter.image(term.node);
        terms.push_back({image.node, rewriter.multiply(image.coefficient, term.coefficient)});
      }
      rewriter.set_image(node, {rewriter.builder.sum(terms)});
      continue;
    }
    rewriter.copy(node);
  }
  return rewriter.finish();
}

}  // namespace diagc::passes
