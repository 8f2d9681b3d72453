// The reference meaning of array graphs: direct sums, element by element.
#pragma once

#include <complex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "compiler/arrays/argument_places.h"
#include "compiler/arrays/array_graph.h"
#include "compiler/arrays/counter.h"
#include "compiler/arrays/map.h"
#include "compiler/arrays/semiring.h"
#include "compiler/arrays/transform_sums.h"

namespace diagc::arrays {

/// A sum whose operands may stand at sums of variables.
template <class Semiring>
void sum_of_arguments(const ArrayGraph& graph, const ArrayNode& node,
                      const std::vector<std::vector<typename Semiring::Value>>& values,
                      const Semiring& semiring, std::vector<typename Semiring::Value>& result) {
  using Value = typename Semiring::Value;
  std::vector<Variable> all(node.variables.size());
  for (Variable variable = 0; variable < all.size(); ++variable) all[variable] = variable;
  ArgumentPlaces places(graph, node, all);
  do {
    Value product = semiring.one();
    for (std::size_t k = 0; k < node.operands.size(); ++k)
      product = semiring.multiply(product, values[node.operands[k].array][places.of_operand(k)]);
    Value& element = result[places.of_result()];
    element = semiring.add(element, product);
  } while (places.next());
  for (std::size_t axis = 0; axis < graph.cyclic.size(); ++axis) {
    if (node.power(axis) == 0) continue;
    if constexpr (requires(Value a) { a / a; }) {
      const Value points = Value(static_cast<double>(graph.cyclic[axis].points()));
      for (Value& value : result) {
        for (std::int32_t k = node.power(axis); k < 0; ++k) value = value / points;
        for (std::int32_t k = node.power(axis); k > 0; --k) value = value * points;
      }
    } else {
      throw std::logic_error("interpret: found a power of a length over a semiring");
    }
  }
}

/// The elements in C order of a node that is no input, from those of all nodes before it. Takes the product of the extents of its variables in steps,
/// whatever the order of a sum could save. Throws std::logic_error for what is not a function of the semiring's numbers alone.
template <class Semiring>
std::vector<typename Semiring::Value> elements_of(
    const ArrayGraph& graph, const ArrayNode& node,
    const std::vector<std::vector<typename Semiring::Value>>& values, const Semiring& semiring) {
  using Value = typename Semiring::Value;
  constexpr bool has_complex = std::is_same_v<Semiring, Numbers<std::complex<double>>>;
  std::vector<Value> result;
  switch (node.kind) {
    case ArrayKind::input:
    case ArrayKind::exchange:
    case ArrayKind::compose:
    case ArrayKind::volterra:
      throw std::logic_error(std::string("interpret: found ") + to_string(node.kind) +
                             ", which is no function of numbers");
    case ArrayKind::constant:
      for (const char digit : node.digits)
        result.push_back(digit == '1' ? semiring.one() : semiring.zero());
      return result;
    case ArrayKind::map:
      if constexpr (has_complex || std::is_same_v<Semiring, Numbers<Rational>>) {
        return map_elements(graph, node, values);
      } else {
        throw std::logic_error("interpret: found a map over a semiring, which has no numbers");
      }
    case ArrayKind::transform:
    case ArrayKind::inverse:
      if constexpr (has_complex) {
        return transformed(graph.cyclic[node.cyclic_axis(0) - 1], node.kind == ArrayKind::transform,
                           values[node.operands[0].array]);
      } else {
        throw std::logic_error("interpret: found a transform of something else than numbers");
      }
    case ArrayKind::contract:
    case ArrayKind::reduce:
    case ArrayKind::permute:
      break;
  }
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : node.shape()) elements *= extent;
  result.assign(elements, semiring.zero());
  if (!graph.cyclic.empty()) {
    sum_of_arguments(graph, node, values, semiring, result);
    return result;
  }
  Counter counter(node.variables, node.operands.size() + 1);
  counter.index(0, node.axes);
  for (std::size_t k = 0; k < node.operands.size(); ++k)
    counter.index(k + 1, node.operands[k].variables);
  do {
    Value product = semiring.one();
    for (std::size_t k = 0; k < node.operands.size(); ++k) {
      product = semiring.multiply(product, values[node.operands[k].array][counter.offset(k + 1)]);
    }
    Value& element = result[counter.offset(0)];
    element = semiring.add(element, product);
  } while (counter.next());
  return result;
}

/// The outputs' elements in C order, from those of the inputs in the order of their nodes. Throws std::logic_error where an array has another size
/// than its input, and as elements_of() does.
template <class Semiring>
std::vector<std::vector<typename Semiring::Value>> interpret(
    const ArrayGraph& graph, const std::vector<std::vector<typename Semiring::Value>>& inputs,
    const Semiring& semiring) {
  std::vector<std::vector<typename Semiring::Value>> values(graph.nodes.size());
  std::size_t input = 0;
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    const ArrayNode& node = graph.nodes[id];
    if (node.kind != ArrayKind::input) {
      values[id] = elements_of(graph, node, values, semiring);
      continue;
    }
    std::uint64_t elements = 1;
    for (const std::uint64_t extent : node.shape()) elements *= extent;
    if (input >= inputs.size() || inputs[input].size() != elements) {
      throw std::logic_error("interpret: found an array of another size than its input");
    }
    values[id] = inputs[input++];
  }
  std::vector<std::vector<typename Semiring::Value>> outputs;
  for (const ArrayId output : graph.outputs) outputs.push_back(values[output]);
  return outputs;
}

}  // namespace diagc::arrays
