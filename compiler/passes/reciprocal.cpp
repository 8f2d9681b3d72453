#include "compiler/passes/reciprocal.h"

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// McMahon-weighted costs of a quotient and of a product, by the types of numerator and divisor;
/// see operations.h.
int quotient_cost(Type above, Type below) {
  if (below == Type::real) return 4 * rows_of(above);
  return above == Type::complex ? 17 : 13;
}
int product_cost(Type a, Type b) {
  if (a == Type::complex && b == Type::complex) return 6;
  return a == b ? 1 : 2;
}
int reciprocal_cost(Type below) { return below == Type::real ? 4 : 11; }

}  // namespace

std::optional<Graph> reciprocal(const Graph& graph) {
  // By divisor: what would be saved; quotients 1/d are there already and cost nothing more.
  std::vector<std::int32_t> saving(graph.node_count(), 0);
  std::vector<std::uint8_t> has_reciprocal(graph.node_count(), 0);
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!needed[node] || graph[node].kind != Kind::quotient) continue;
    const NodeId above = graph.operand(node, 0), below = graph.operand(node, 1);
    const Type divisor = graph[below].type;
    if (above == 0) {
      has_reciprocal[below] = 1;
    } else {
      saving[below] +=
          quotient_cost(graph[above].type, divisor) - product_cost(graph[above].type, divisor);
    }
  }
  bool any = false;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (saving[node] > 0 && !has_reciprocal[node])
      saving[node] -= reciprocal_cost(graph[node].type);
    any |= saving[node] > 0;
  }
  if (!any) return std::nullopt;

  Rewriter rewriter(graph);
  GraphBuilder& builder = rewriter.builder;
  std::vector<NodeId> reciprocals(graph.node_count(), no_node);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!rewriter.needed(node)) continue;
    const bool is_quotient = graph[node].kind == Kind::quotient;
    const NodeId below = is_quotient ? graph.operand(node, 1) : no_node;
    if (!is_quotient || saving[below] <= 0) {
      rewriter.copy(node);
      continue;
    }
    if (reciprocals[below] == no_node) {
      const NodeId divisor = rewriter.plain(rewriter.image(below));
      reciprocals[below] = builder.function(Kind::quotient, std::vector<NodeId>{0, divisor});
    }
    const Term above = rewriter.image(graph.operand(node, 0));
    if (above.node == 0) {
      rewriter.set_image(node, {reciprocals[below], above.coefficient});
    } else {
      rewriter.set_image(
          node, {builder.product(std::vector{above.node, reciprocals[below]}), above.coefficient});
    }
  }
  return rewriter.finish();
}

}  // namespace diagc::passes
