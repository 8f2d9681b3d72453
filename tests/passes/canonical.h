// Comparing graphs as texts.
#pragma once

#include <algorithm>

#include "compiler/graph/builder.h"
#include "compiler/graph/text.h"

namespace diagc {

inline Graph graph_of(std::string text) {
  return from_text(std::make_shared<Source>("graph.txt", std::move(text)));
}

/// A hash of the node's whole tree that does not depend on the order of terms and factors.
inline std::vector<std::uint64_t> structural_hashes(const Graph& graph) {
  std::vector<std::uint64_t> hashes(graph.node_count());
  const auto mix = [](std::uint64_t h) { return (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull; };
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    const Node& node = graph[id];
    std::uint64_t h = mix(static_cast<std::uint64_t>(node.kind) << 32 | node.payload);
    const bool ordered = node.kind != Kind::sum && node.kind != Kind::product;
    for (const Term term : graph.terms(id)) {
      const auto c = std::hash<std::string>{}(to_string(graph.coefficients()[term.coefficient]));
      if (ordered) h = mix(h);
      h += mix(hashes[term.node] + mix(c));
    }
    hashes[id] = mix(h);
  }
  return hashes;
}

/// The same graph with terms and factors in an order of their own, nodes in the order in which a depth-first walk from the
/// outputs completes them, calls left out: what two texts agree in when they differ in numbering and order alone.
inline std::string canonical_text(const Graph& graph) {
  const std::vector<std::uint64_t> hashes = structural_hashes(graph);
  const auto operands = [&](NodeId node) {
    std::vector<Term> terms;
    for (const Term term : graph.terms(node)) terms.push_back(term);
    if (graph[node].kind == Kind::sum || graph[node].kind == Kind::product) {
      std::stable_sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) {
        return std::pair(hashes[a.node], graph.coefficients()[a.coefficient]) <
               std::pair(hashes[b.node], graph.coefficients()[b.coefficient]);
      });
    }
    return terms;
  };
  GraphBuilder builder(graph, GraphBuilder::Sharing::as_given);
  std::vector<NodeId> made(graph.node_count(), no_node);
  made[0] = 0;
  std::vector<std::pair<NodeId, std::size_t>> stack;
  for (const NodeId output : graph.outputs()) {
    if (made[output] == no_node) stack.push_back({output, 0});
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      std::vector<Term> terms = operands(node);
      if (next < terms.size()) {
        const NodeId operand = terms[next++].node;
        if (made[operand] == no_node) stack.push_back({operand, 0});
        continue;
      }
      if (made[node] == no_node) {
        for (Term& term : terms) term.node = made[term.node];
        made[node] =
            builder.add({graph[node].kind, graph[node].type, graph[node].payload, no_call}, terms);
      }
      stack.pop_back();
    }
  }
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(made[output]);
  return to_text(
      builder.finish(std::move(outputs), graph.signature_ptr(), std::make_shared<CallTable>()));
}

}  // namespace diagc
