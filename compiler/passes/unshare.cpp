#include "compiler/passes/unshare.h"

#include <vector>

#include "compiler/graph/builder.h"
#include "compiler/graph/users.h"
#include "compiler/passes/prune.h"

namespace diagc::passes {

std::optional<Graph> unshare(const Graph& graph) {
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  const std::vector<std::uint32_t> uses = use_counts(graph, needed);
  const auto is_named = [&](NodeId node) { return graph[node].call != no_call; };
  std::vector<std::uint8_t> of_inputs(graph.node_count(), 0), is_pair(graph.node_count(), 0);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    of_inputs[node] = graph[node].kind == Kind::input;
    std::size_t factors = 0, named = 0;
    for (const Term term : graph.terms(node)) {
      of_inputs[node] |= of_inputs[term.node];
      ++factors;
      named += is_named(term.node) && of_inputs[term.node];
    }
    is_pair[node] = graph[node].kind == Kind::product && factors == 2 && named == 2;
  }
  const auto is_spread = [&](NodeId reader, NodeId node) {
    if (!is_pair[node]) return false;
    if (!is_named(node)) return uses[node] > 1;
    if (graph[reader].kind == Kind::sum) return true;
    std::size_t others = 0;
    for (const Term term : graph.terms(reader)) others += of_inputs[term.node];
    return graph[reader].kind == Kind::product && others == 1;
  };
  bool any = false;
  for (NodeId node = 0; node < graph.node_count() && !any; ++node) {
    if (!needed[node]) continue;
    for (const Term term : graph.terms(node)) any = any || is_spread(node, term.node);
  }
  if (!any) return std::nullopt;

  GraphBuilder builder(graph, GraphBuilder::Sharing::as_given);
  std::vector<NodeId> image(graph.node_count(), no_node);
  image[0] = builder.one();
  std::vector<Term> terms;
  const auto copy = [&](NodeId node) {
    std::vector<Term> operands;
    for (const Term term : graph.terms(node))
      operands.push_back({image[term.node], term.coefficient});
    Node plain = graph[node];
    plain.call = no_call;
    return builder.add(plain, operands);
  };
  for (NodeId node = 1; node < graph.node_count(); ++node) {
    if (!needed[node]) continue;
    terms.clear();
    for (const Term term : graph.terms(node)) {
      const bool spread = is_spread(node, term.node);
      terms.push_back({spread ? copy(term.node) : image[term.node], term.coefficient});
    }
    image[node] = builder.add(graph[node], terms);
  }
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(image[output]);
  Graph result = builder.finish(std::move(outputs));
  std::optional<Graph> pruned = prune(result);
  return pruned ? std::move(pruned) : std::optional(std::move(result));
}

}  // namespace diagc::passes
