#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/lower.h"

namespace diagc::arrays {

namespace {

std::vector<std::uint32_t> count_users(const ArrayGraph& graph) {
  std::vector<std::uint32_t> users(graph.nodes.size());
  for (const ArrayId output : graph.outputs) ++users[output];
  for (ArrayId id = static_cast<ArrayId>(graph.nodes.size()); id-- > 0;) {
    if (users[id] == 0) continue;
    for (const Operand& operand : graph.nodes[id].operands) ++users[operand.array];
  }
  return users;
}

/// The operand's own sum in its place.
void put_in_place(ArrayNode& node, const Operand& operand, const ArrayNode& inner) {
  std::vector<Variable> renamed(inner.variables.size(), static_cast<Variable>(-1));
  for (std::size_t axis = 0; axis < inner.axes.size(); ++axis)
    renamed[inner.axes[axis]] = operand.variables[axis];
  for (Variable variable = 0; variable < renamed.size(); ++variable) {
    if (renamed[variable] != static_cast<Variable>(-1)) continue;
    renamed[variable] = static_cast<Variable>(node.variables.size());
    node.variables.push_back(inner.variables[variable]);
  }
  for (Operand own : inner.operands) {
    for (Variable& variable : own.variables) variable = renamed[variable];
    node.operands.push_back(std::move(own));
  }
  if (node.operands.size() > most_tensors) {
    throw std::runtime_error(fmt::format(
        "found a network of more than {} tensors, expected at most that", most_tensors));
  }
}

}  // namespace

ArrayGraph merge_contractions(const ArrayGraph& graph, bool copies) {
  const std::vector<std::uint32_t> users = count_users(graph);
  ArrayGraph result = graph;
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    ArrayNode& node = result.nodes[id];
    if (users[id] == 0 || !is_sum(node.kind)) continue;
    const bool merges = [&] {
      for (const Operand& operand : graph.nodes[id].operands) {
        if (is_sum(graph.nodes[operand.array].kind) && (copies || users[operand.array] == 1))
          return true;
      }
      return false;
    }();
    if (!merges) continue;
    node.operands.clear();
    node.kind = ArrayKind::contract;
    for (const Operand& operand : graph.nodes[id].operands) {
      const ArrayNode& inner = result.nodes[operand.array];
      if (is_sum(inner.kind) && (copies || users[operand.array] == 1)) {
        put_in_place(node, operand, inner);
      } else {
        node.operands.push_back(operand);
      }
    }
  }
  return without_unused(result);
}

}  // namespace diagc::arrays
