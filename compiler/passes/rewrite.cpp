#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// Whether the complex function has a branch cut where the real one ends.
bool jumps(Kind kind) { return kind == Kind::sqrt || kind == Kind::log; }

}  // namespace

Rewriter::Rewriter(const Graph& g, std::vector<std::uint8_t> needed)
    : graph(g),
      builder(g, GraphBuilder::Sharing::as_given),
      needed_(std::move(needed)),
      image_(g.node_count()) {
  // Most passes change little.
  builder.reserve(g.node_count() + g.node_count() / 64, g.edge_count() + g.edge_count() / 64);
}

void Rewriter::set_image(NodeId old, Term image) {
  image_[old] = image;
  const CallId call = graph[old].call;
  if (call != no_call && image.coefficient == unit_coefficient &&
      !is_leaf(builder[image.node].kind)) {
    builder.set_call(image.node, call);
  }
}

void Rewriter::copy(NodeId old) {
  const Node& node = graph[old];
  if (is_leaf(node.kind)) {
    const NodeId made =
        node.kind == Kind::one ? 0 : builder.leaf(node.kind, node.type, node.payload);
    return set_image(old, {made});
  }
  terms_.clear();
  CoefficientId outer = unit_coefficient;
  for (const Term term : graph.terms(old)) {
    const Term operand = image_[term.node];
    if (jumps(node.kind)) {
      terms_.push_back({argument(node.kind, term.node)});
    } else if (node.kind == Kind::sum) {
      terms_.push_back({operand.node, multiply(term.coefficient, operand.coefficient)});
    } else if (node.kind == Kind::product && operand.coefficient == minus_coefficient) {
      outer = multiply(outer, minus_coefficient);
      terms_.push_back({operand.node});
    } else {
      terms_.push_back({plain(operand)});
    }
  }
  set_image(old, {builder.add(Node{node.kind}, terms_), outer});
}

NodeId Rewriter::plain(Term term) {
  if (term.coefficient == unit_coefficient) return term.node;
  const std::uint64_t key = static_cast<std::uint64_t>(term.coefficient) << 32 | term.node;
  const auto [entry, is_new] = multiples_.emplace(key, no_node);
  if (is_new) entry->second = builder.sum(std::span(&term, 1));
  return entry->second;
}

NodeId Rewriter::argument(Kind function, NodeId old) {
  const NodeId image = plain(image_[old]);
  if (!jumps(function) || graph[old].type == builder[image].type) return image;
  const NodeId parts[] = {image, plain({0, builder.coefficients.add(0)})};
  return builder.function(Kind::complex, parts);
}

Graph Rewriter::finish() {
  std::vector<NodeId> outputs;
  outputs.reserve(graph.outputs().size());
  for (const NodeId output : graph.outputs()) outputs.push_back(plain(image_[output]));
  return builder.finish(std::move(outputs));
}

}  // namespace diagc::passes
