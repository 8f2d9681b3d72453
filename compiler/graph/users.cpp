#include "compiler/graph/users.h"

namespace diagc {

Users::Users(const Graph& graph) : first_(graph.node_count() + 1, 0), users_(graph.edge_count()) {
  const auto nodes = static_cast<NodeId>(graph.node_count());
  for (NodeId node = 0; node < nodes; ++node) {
    for (const Term term : graph.terms(node)) ++first_[term.node + 1];
  }
  for (NodeId node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (NodeId node = 0; node < nodes; ++node) {
    for (const Term term : graph.terms(node)) users_[next[term.node]++] = node;
  }
}

std::vector<std::uint32_t> use_counts(const Graph& graph) {
  return use_counts(graph, needed_nodes(graph));
}

std::vector<std::uint32_t> use_counts(const Graph& graph, const std::vector<std::uint8_t>& needed) {
  std::vector<std::uint32_t> counts(graph.node_count(), 0);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!needed[node]) continue;
    for (const Term term : graph.terms(node)) ++counts[term.node];
  }
  for (NodeId output : graph.outputs()) ++counts[output];
  return counts;
}

std::vector<std::uint8_t> needed_nodes(const Graph& graph) {
  std::vector<std::uint8_t> needed(graph.node_count(), 0);
  if (!needed.empty()) needed[0] = 1;
  for (NodeId output : graph.outputs()) needed[output] = 1;
  for (auto node = static_cast<NodeId>(graph.node_count()); node-- > 0;) {
    if (!needed[node]) continue;
    for (const Term term : graph.terms(node)) needed[term.node] = 1;
  }
  return needed;
}

}  // namespace diagc
