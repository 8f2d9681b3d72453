#include "compiler/arrays/array_builder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/scalar_body.h"
#include "compiler/graph/text.h"

namespace diagc::arrays {

namespace {

/// Equal exactly for equal nodes.
std::string key_of(const ArrayNode& node) {
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {};", static_cast<int>(node.kind), node.name,
                  node.variables, node.axes, node.cyclic, node.powers, node.digits, node.element);
  for (const Operand& operand : node.operands) {
    key += fmt::format("{}:", operand.array);
    for (const Argument& argument : arguments_of(operand)) {
      for (const auto& [variable, sign] : argument) key += fmt::format("{}*{} ", sign, variable);
      key += ",";
    }
  }
  if (node.body) key += diagc::to_text(*node.body);
  return key;
}

}  // namespace

ArrayId ArrayBuilder::add(ArrayNode node) {
  const auto [entry, is_new] =
      index_.try_emplace(key_of(node), static_cast<ArrayId>(graph.nodes.size()));
  if (is_new) graph.nodes.push_back(std::move(node));
  return entry->second;
}

ArrayId ArrayBuilder::number(const Rational& value) {
  ArrayNode node;
  node.kind = ArrayKind::map;
  node.body = body_of_number(value);
  return add(std::move(node));
}

ArrayId ArrayBuilder::power_of_length(std::uint32_t axis, std::int32_t power) {
  ArrayNode node;
  node.kind = ArrayKind::contract;
  node.powers.resize(axis + 1);
  node.powers[axis] = power;
  return add(std::move(node));
}

ArrayGraph without_unused(const ArrayGraph& graph) {
  std::vector<bool> needed(graph.nodes.size());
  for (const ArrayId output : graph.outputs) needed[output] = true;
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {
    if (graph.nodes[id].kind == ArrayKind::input) needed[id] = true;
    if (!needed[id]) continue;
    for (const Operand& operand : graph.nodes[id].operands) needed[operand.array] = true;
  }
  ArrayGraph result;
  result.cyclic = graph.cyclic;
  std::vector<ArrayId> renamed(graph.nodes.size());
  for (std::size_t id = 0; id < graph.nodes.size(); ++id) {
    if (!needed[id]) continue;
    ArrayNode node = graph.nodes[id];
    for (Operand& operand : node.operands) operand.array = renamed[operand.array];
    renamed[id] = static_cast<ArrayId>(result.nodes.size());
    result.nodes.push_back(std::move(node));
  }
  for (const ArrayId output : graph.outputs) result.outputs.push_back(renamed[output]);
  return result;
}

}  // namespace diagc::arrays
