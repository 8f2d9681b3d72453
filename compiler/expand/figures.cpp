#include "compiler/expand/figures.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "compiler/graph/count_terms.h"

namespace diagc {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a > most - b ? most : a + b; }

bool is_zero(const Graph& graph, Term term) {
  return term.coefficient > minus_coefficient && graph.coefficients()[term.coefficient] == 0;
}

/// What a graph node is as part of a term or a value.
struct Part {
  std::uint64_t nodes = 0;   ///< nodes of the figures among its factors
  std::uint64_t edges = 0;   ///< edges of its additive terms
  std::uint32_t levels = 1;  ///< of the longest path that begins in it, itself not counted
};

Part inside(const Graph& graph, NodeId node, const std::vector<Part>& parts) {
  Part part;
  for (const Term term : graph.terms(node)) {
    if (is_zero(graph, term)) continue;
    part.nodes = add(part.nodes, parts[term.node].nodes);
    part.edges = add(part.edges, parts[term.node].edges);
    part.levels = std::max(part.levels, parts[term.node].levels);
  }
  if (graph[node].kind != Kind::sum) part.edges = std::max<std::uint64_t>(part.nodes, 1);
  return part;
}

}  // namespace

std::vector<std::uint8_t> call_values(const Graph& graph) {
  std::vector<std::uint8_t> has_input(graph.node_count());
  std::vector<std::uint8_t> is_value(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    bool depends = graph[node].kind == Kind::input;
    for (const Term term : graph.terms(node)) depends |= has_input[term.node] != 0;
    has_input[node] = depends;
    is_value[node] = depends && graph[node].call != no_call;
  }
  for (const NodeId node : graph.outputs()) is_value[node] = 1;
  is_value[0] = 1;
  return is_value;
}

GraphFigures figures(const Graph& graph) {
  const std::vector<std::uint8_t> is_value = call_values(graph);
  GraphFigures figures;
  std::vector<Part> parts(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    Part& part = parts[node];
    part = inside(graph, node, parts);
    if (node == 0) {
      part = {0, 1, 1};
      ++figures.nodes;
    } else if (is_value[node]) {
      ++figures.nodes;
      figures.edges = add(figures.edges, part.edges);
      part = {1, 1, part.levels + 1};
    }
    figures.levels = std::max<std::uint64_t>(figures.levels, part.levels);
  }
  figures.terms = count_terms(graph);
  return figures;
}

}  // namespace diagc
