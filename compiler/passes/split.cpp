#include "compiler/passes/split.h"

#include <algorithm>
#include <vector>

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

constexpr std::size_t longest = 24;
constexpr std::size_t piece = 16;

bool is_long(const Graph& graph, NodeId node) {
  return graph[node].kind == Kind::sum && graph.operand_count(node) > longest;
}

}  // namespace

std::optional<Graph> split(const Graph& graph) {
  Rewriter rewriter(graph);
  bool any = false;
  for (NodeId node = 0; node < graph.node_count() && !any; ++node) {
    any = rewriter.needed(node) && is_long(graph, node);
  }
  if (!any) return std::nullopt;

  std::vector<Term> terms, part;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!rewriter.needed(node)) continue;
    if (!is_long(graph, node)) {
      rewriter.copy(node);
      continue;
    }
    terms.clear();
    for (const Term term : graph.terms(node)) {
      const Term image = rewriter.image(term.node);
      terms.push_back({image.node, rewriter.multiply(image.coefficient, term.coefficient)});
    }
    std::ranges::stable_sort(terms, {}, &Term::node);
    part.clear();
    for (const Term& term : terms) {
      if (part.size() == piece) {
        const NodeId partial = rewriter.builder.sum(part);
        part.assign(1, Term{partial});
      }
      part.push_back(term);
    }
    rewriter.set_image(node, {rewriter.builder.sum(part)});
  }
  return rewriter.finish();
}

}  // namespace diagc::passes
