// The meaning of a graph, over any arithmetic.
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/users.h"

namespace diagc {

/// Which slot holds a node's value. A slot is free again after its last reader, so that memory is proportional to the largest
/// number of live values in the order 0, 1, 2, …, not to the number of nodes.
struct ValueSlots {
  explicit ValueSlots(const Graph& graph);
  std::vector<std::uint32_t> slot;  ///< by node; no_node where no output depends on it
  std::size_t count = 0;
};

/// Evaluates the nodes that the outputs need, operands first, and hands each output scalar's value
/// to `take(scalar, value, type)`. An Arithmetic has a type `Value` and
///
///   void leaf(Value& result, const Node&)                            one … param
///   void assign(Value& result, const Value&, Type, CoefficientId)    result = coefficient · value
///   void add(Value& result, const Value&, Type, CoefficientId)       result += coefficient · value
///   void multiply(Value& result, Type, const Value&, Type factor)    result *= factor
///   void function(Value& result, const Node&, const Value& a, Type, const Value* b, Type)    quotient … complex
///
/// where every Type is the one that the graph gives to that value; `assign` also sets the imaginary part (to 0) where the result
/// is complex and the value real.
template <class Arithmetic, class Take>
void evaluate(const Graph& graph, const ValueSlots& slots, Arithmetic& arithmetic,
              std::vector<typename Arithmetic::Value>& values, Take take) {
  using Value = typename Arithmetic::Value;
  values.resize(slots.count);
  std::vector<std::uint32_t> first_output;  // outputs sorted by node
  const auto& outputs = graph.outputs();
  for (std::uint32_t i = 0; i < outputs.size(); ++i) first_output.push_back(i);
  std::stable_sort(first_output.begin(), first_output.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return outputs[a] < outputs[b]; });
  std::size_t next_output = 0;
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (slots.slot[id] == no_node) continue;
    const Node& node = graph[id];
    Value& result = values[slots.slot[id]];
    const auto value = [&](NodeId operand) -> const Value& { return values[slots.slot[operand]]; };
    if (is_leaf(node.kind)) {
      arithmetic.leaf(result, node);
    } else if (node.kind == Kind::sum) {
      bool first = true;
      for (const Term term : graph.terms(id)) {
        if (first) {
          arithmetic.assign(result, value(term.node), graph[term.node].type, term.coefficient);
        } else {
          arithmetic.add(result, value(term.node), graph[term.node].type, term.coefficient);
        }
        first = false;
      }
    } else if (node.kind == Kind::product) {
      Type type = Type::real;
      bool first = true;
      for (const Term term : graph.terms(id)) {
        const Type factor = graph[term.node].type;
        if (first) {
          arithmetic.assign(result, value(term.node), factor, unit_coefficient);
        } else {
          arithmetic.multiply(result, type, value(term.node), factor);
        }
        type = join(type, factor);
        first = false;
      }
    } else {
      const NodeId a = graph.operand(id, 0);
      const bool two = graph.operand_count(id) > 1;
      const NodeId b = two ? graph.operand(id, 1) : a;
      arithmetic.function(result, node, value(a), graph[a].type, two ? &value(b) : nullptr,
                          graph[b].type);
    }
    for (; next_output < first_output.size() && outputs[first_output[next_output]] == id;
         ++next_output) {
      take(first_output[next_output], result, node.type);
    }
  }
}

}  // namespace diagc
