#include "programs/bench/edge_list.h"

#include <algorithm>

#include "compiler/expand/call_terms.h"
#include "compiler/expand/figures.h"

namespace diagc::bench {

namespace {

/// Value of a node that depends on params alone, if it is a real number.
std::optional<double> uniform_value(const Graph& graph, NodeId node,
                                    const std::vector<std::complex<double>>& params) {
  const Node& what = graph[node];
  if (what.type == Type::complex) return std::nullopt;
  double value = what.kind == Kind::product ? 1 : 0;
  switch (what.kind) {
    case Kind::one:
      return 1.0;
    case Kind::param:
      return params[what.payload].real();
    case Kind::constant:
      return graph.constants()[what.payload].real();
    case Kind::sum:
    case Kind::product:
      break;
    default:
      return std::nullopt;
  }
  for (const Term term : graph.terms(node)) {
    const auto operand = uniform_value(graph, term.node, params);
    if (!operand) return std::nullopt;
    if (what.kind == Kind::sum) {
      value += graph.coefficients().to_double(term.coefficient) * *operand;
    } else {
      value *= *operand;
    }
  }
  return value;
}

/// The one edge that a term is, without its dst.
std::optional<EdgeRecord> edge_of(const Graph& graph, const CallTerm& term, std::uint32_t unit_leaf,
                                  const std::vector<std::uint32_t>& number,
                                  const std::vector<std::complex<double>>& params) {
  if (!term.others.empty() || term.values.size() > 1) return std::nullopt;
  EdgeRecord edge;
  edge.src = term.values.empty() ? 0 : number[term.values[0]];
  edge.leaf = unit_leaf;
  double coefficient = to_double(term.coefficient);
  for (const NodeId leaf : term.leaves) {
    if (graph[leaf].kind == Kind::input) {
      if (edge.leaf != unit_leaf || graph[leaf].type == Type::complex) return std::nullopt;
      edge.leaf = graph[leaf].payload;
    } else if (const auto value = uniform_value(graph, leaf, params)) {
      coefficient *= *value;
    } else {
      return std::nullopt;
    }
  }
  edge.coefficient = static_cast<float>(coefficient);
  return edge;
}

}  // namespace

std::optional<EdgeList> make_edge_list(const Graph& graph,
                                       const std::vector<std::complex<double>>& params) {
  const std::vector<std::uint8_t> is_value = call_values(graph);
  EdgeList list;
  list.leaves = graph.signature().leaves();
  std::vector<std::uint32_t> number(graph.node_count()), level(graph.node_count());
  std::vector<std::pair<std::uint32_t, EdgeRecord>> edges;  // with the level of dst
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!is_value[node]) continue;
    number[node] = list.nodes++;
    if (node == 0) continue;
    std::vector<EdgeRecord> own;
    for (const CallTerm& term : call_terms(graph, is_value, node)) {
      auto edge = edge_of(graph, term, list.leaves, number, params);
      if (!edge) return std::nullopt;
      edge->dst = number[node];
      own.push_back(*edge);
      const std::uint32_t below = term.values.empty() ? 0 : level[term.values[0]];
      level[node] = std::max(level[node], below + 1);
    }
    for (const EdgeRecord& edge : own) edges.emplace_back(level[node], edge);
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [where, edge] : edges) list.edges.push_back(edge);
  for (const NodeId output : graph.outputs()) list.outputs.push_back(number[output]);
  return list;
}

}  // namespace diagc::bench
