#include "compiler/graph/evaluate.h"

namespace diagc {

ValueSlots::ValueSlots(const Graph& graph) : slot(graph.node_count(), no_node) {
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  const auto nodes = static_cast<NodeId>(graph.node_count());
  std::vector<NodeId> last_user(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    last_user[node] = node;
    if (!needed[node]) continue;
    for (const Term term : graph.terms(node)) last_user[term.node] = node;
  }
  std::vector<std::uint32_t> free;
  for (NodeId node = 0; node < nodes; ++node) {
    if (!needed[node]) continue;
    // The result gets its slot before the operands give up theirs: no operation works in place.
    if (free.empty()) {
      slot[node] = static_cast<std::uint32_t>(count++);
    } else {
      slot[node] = free.back();
      free.pop_back();
    }
    const auto release = [&](NodeId operand) {
      if (last_user[operand] != node) return;
      free.push_back(slot[operand]);
      last_user[operand] = no_node;  // an operand that occurs twice is released once
    };
    for (const Term term : graph.terms(node)) release(term.node);
    release(node);  // an output that nothing uses: its value has been taken
  }
}

}  // namespace diagc
