#include "compiler/expand/call_terms.h"

namespace diagc {

namespace {

class Collector {
 public:
  Collector(const Graph& graph, const std::vector<std::uint8_t>& is_value)
      : graph_(graph), is_value_(is_value) {}

  std::vector<CallTerm> of(NodeId root) {
    // What is still to be taken apart, the next at the back.
    std::vector<std::pair<NodeId, Rational>> open{{root, 1}};
    while (!open.empty()) {
      const auto [node, coefficient] = open.back();
      open.pop_back();
      if (graph_[node].kind == Kind::sum && (node == root || !ends(node))) {
        std::vector<std::pair<NodeId, Rational>> terms;
        for (const Term term : graph_.terms(node)) {
          terms.emplace_back(term.node, coefficient * graph_.coefficients()[term.coefficient]);
        }
        open.insert(open.end(), terms.rbegin(), terms.rend());
      } else {
        CallTerm& term = terms_.emplace_back();
        term.coefficient = coefficient;
        multiply(term, node, node == root);
      }
    }
    return std::move(terms_);
  }

 private:
  bool ends(NodeId node) const {
    return is_value_[node] || is_leaf(graph_[node].kind) || graph_[node].call != no_call;
  }

  void multiply(CallTerm& term, NodeId root, bool is_root) {
    std::vector<NodeId> open{root};
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      const bool look_inside = is_root && node == root;
      if (is_leaf(graph_[node].kind)) {
        if (node != 0) term.leaves.push_back(node);
      } else if (!look_inside && is_value_[node]) {
        term.values.push_back(node);
      } else if (!look_inside && graph_[node].call != no_call) {
        term.leaves.push_back(node);
      } else if (graph_[node].kind == Kind::product) {
        for (std::size_t i = graph_.operand_count(node); i-- > 0;)
          open.push_back(graph_.operand(node, i));
      } else {
        term.others.push_back(node);
      }
    }
  }

  const Graph& graph_;
  const std::vector<std::uint8_t>& is_value_;
  std::vector<CallTerm> terms_;
};

}  // namespace

std::vector<CallTerm> call_terms(const Graph& graph, const std::vector<std::uint8_t>& is_value,
                                 NodeId node) {
  return Collector(graph, is_value).of(node);
}

}  // namespace diagc
