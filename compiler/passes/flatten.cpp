#include "compiler/passes/flatten.h"

#include <algorithm>

#include "compiler/passes/rewrite.h"

namespace diagc::passes {

namespace {

/// 1 for nodes whose operands go into their single user.
std::vector<std::uint8_t> absorbed_nodes(const Graph& graph, bool& any) {
  std::vector<std::uint8_t> absorbed(graph.node_count(), 0);
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  const std::vector<std::uint32_t> uses = use_counts(graph, needed);
  const auto is_free = [&](NodeId sum, CoefficientId outer) {
    std::size_t plain =
        0;  // terms that would get a multiplication; the one by the outer coefficient goes
    for (const Term term : graph.terms(sum)) {
      if (term.coefficient > minus_coefficient && graph.coefficients()[term.coefficient] == 0)
        return false;
      if (outer > minus_coefficient && absorbed[term.node]) return false;
      plain += term.coefficient <= minus_coefficient && term.node != 0;
    }
    return outer <= minus_coefficient || plain <= 1;
  };
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (!needed[node] || (kind != Kind::sum && kind != Kind::product)) continue;
    for (const Term term : graph.terms(node)) {
      if (graph[term.node].kind != kind || uses[term.node] != 1) continue;
      if (kind == Kind::sum && !is_free(term.node, term.coefficient)) continue;
      absorbed[term.node] = 1;
      any = true;
    }
  }
  return absorbed;
}

class Flattener {
 public:
  Flattener(const Graph& graph, std::vector<std::uint8_t> absorbed)
      : graph_(graph), absorbed_(std::move(absorbed)), rewriter_(graph) {}

  Graph run() {
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (!rewriter_.needed(node) || absorbed_[node]) continue;
      const Kind kind = graph_[node].kind;
      if (kind != Kind::sum && kind != Kind::product) {
        rewriter_.copy(node);
        continue;
      }
      terms_.clear();
      collect(node);
      rewriter_.set_image(node, {rewriter_.builder.add(Node{kind}, terms_)});
    }
    return rewriter_.finish();
  }

 private:
  /// The operands of a node and of everything absorbed in it, depth first, in order.
  void collect(NodeId root) {
    stack_.assign(1, {root, unit_coefficient});
    while (!stack_.empty()) {
      const Term top = stack_.back();
      stack_.pop_back();
      if (top.node != root && !absorbed_[top.node]) {
        terms_.push_back({rewriter_.image(top.node).node, top.coefficient});
        continue;
      }
      const std::size_t begin = stack_.size();
      for (const Term term : graph_.terms(top.node)) {
        stack_.push_back({term.node, rewriter_.multiply(top.coefficient, term.coefficient)});
      }
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
    }
  }

  const Graph& graph_;
  std::vector<std::uint8_t> absorbed_;
  Rewriter rewriter_;
  std::vector<Term> terms_, stack_;
};

}  // namespace

std::optional<Graph> flatten(const Graph& graph) {
  bool any = false;
  std::vector<std::uint8_t> absorbed = absorbed_nodes(graph, any);
  if (!any) return std::nullopt;
  return Flattener(graph, std::move(absorbed)).run();
}

}  // namespace diagc::passes
