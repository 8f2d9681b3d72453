// Comparing graphs as texts.
#pragma once

#include "compiler/graph/builder.h"
#include "compiler/graph/text.h"

namespace diagc {

inline Graph graph_of(std::string text) {
  return from_text(std::make_shared<Source>("graph.txt", std::move(text)));
}

/// The same graph with nodes in the order in which a depth-first walk from the outputs completes them, calls of inner nodes
/// left out: what two texts must agree in when they differ in numbering alone.
inline std::string canonical_text(const Graph& graph) {
  GraphBuilder builder(graph, GraphBuilder::Sharing::as_given);
  std::vector<NodeId> made(graph.node_count(), no_node);
  made[0] = 0;
  std::vector<std::pair<NodeId, std::size_t>> stack;
  for (const NodeId output : graph.outputs()) {
    if (made[output] == no_node) stack.push_back({output, 0});
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next < graph.operand_count(node)) {
        const NodeId operand = graph.operand(node, next++);
        if (made[operand] == no_node) stack.push_back({operand, 0});
        continue;
      }
      if (made[node] == no_node) {
        std::vector<Term> terms;
        for (const Term term : graph.terms(node)) terms.push_back({made[term.node], term.coefficient});
        made[node] = builder.add({graph[node].kind, graph[node].type, graph[node].payload}, terms);
      }
      stack.pop_back();
    }
  }
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(made[output]);
  return to_text(builder.finish(std::move(outputs), graph.signature_ptr(),
                                std::make_shared<CallTable>()));
}

}  // namespace diagc
