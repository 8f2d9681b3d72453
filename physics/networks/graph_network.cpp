#include "physics/networks/graph_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/map.h"
#include "physics/networks/evaluate.h"

namespace diagc::networks {

namespace {

using arrays::ArrayGraph;
using arrays::ArrayId;
using arrays::ArrayKind;
using arrays::ArrayNode;
using Numbers = std::vector<std::complex<double>>;

arrays::Network network_of(const ArrayNode& node) {
  arrays::Network network{node.variables, {}, node.axes};
  for (const arrays::Operand& operand : node.operands) network.tensors.push_back(operand.variables);
  return network;
}

/// Variables of the last sum that stand in no operand and are no axes. A network has no labels without tensors: each gets one, of ones.
std::vector<arrays::Variable> free_variables(const ArrayGraph& graph) {
  const ArrayNode& last = graph.nodes.at(graph.outputs.at(0));
  std::vector<arrays::Variable> result;
  if (!arrays::is_sum(last.kind)) return result;
  std::vector<bool> stands(last.variables.size());
  for (const arrays::Variable axis : last.axes) stands[axis] = true;
  for (const arrays::Operand& operand : last.operands) {
    for (const arrays::Variable variable : operand.variables) stands[variable] = true;
  }
  for (arrays::Variable variable = 0; variable < stands.size(); ++variable) {
    if (!stands[variable]) result.push_back(variable);
  }
  return result;
}

std::vector<ArrayId> tensors_of(const ArrayGraph& graph) {
  const ArrayNode& last = graph.nodes.at(graph.outputs.at(0));
  if (!arrays::is_sum(last.kind)) return {graph.outputs[0]};
  std::vector<ArrayId> tensors;
  for (const arrays::Operand& operand : last.operands) tensors.push_back(operand.array);
  return tensors;
}

/// What the tensors of the last network need, themselves among it.
std::vector<bool> needed_nodes(const ArrayGraph& graph) {
  std::vector<bool> needed(graph.nodes.size());
  for (const ArrayId tensor : tensors_of(graph)) needed[tensor] = true;
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {
    if (!needed[id]) continue;
    for (const arrays::Operand& operand : graph.nodes[id].operands) needed[operand.array] = true;
  }
  return needed;
}

std::vector<double> parts_of(const Numbers& numbers, bool is_complex) {
  std::vector<double> parts;
  for (const std::complex<double>& z : numbers) {
    parts.push_back(z.real());
    if (is_complex) parts.push_back(z.imag());
  }
  return parts;
}

Numbers contracted(const ArrayNode& node, const std::vector<Numbers>& numbers, bool is_complex,
                   std::uint64_t memory, unsigned threads) {
  const arrays::Network network = network_of(node);
  TensorValues values{is_complex, {}};
  for (const arrays::Operand& operand : node.operands)
    values.numbers.push_back(parts_of(numbers[operand.array], is_complex));
  const Element element = is_complex ? Element::c128 : Element::f64;
  const Planned planned = plan_search(network, {.sums_end_early = true}, element, memory, threads);
  const Value value = evaluate(network, planned.plan, values, element, threads);
  Numbers result;
  for (const std::complex<double>& z : value.numbers) {
    const auto exponent = static_cast<int>(std::clamp<std::int64_t>(value.exponent, -9999, 9999));
    result.emplace_back(std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent));
    if (!std::isfinite(result.back().real()) || !std::isfinite(result.back().imag())) {
      throw std::runtime_error(
          "found a contraction inside another value that is beyond double precision, expected "
          "numbers below 1e308: only the last contraction has a scale of its own");
    }
  }
  return result;
}

double zero_of(Element element) {
  return element == Element::tropical ? -std::numeric_limits<double>::infinity() : 0.0;
}

double one_of(Element element) { return element == Element::tropical ? 0.0 : 1.0; }

/// A number of the file: where conditions that hold or do not are left, and where nothing is, it is 1 or 0.
Numbers file_number(Numbers number, Element element) {
  if (number.at(0) == 0.0) return {zero_of(element)};
  if (number.at(0) == 1.0) return {one_of(element)};
  return number;
}

Numbers constant(const ArrayNode& node, Element element) {
  const double zero = zero_of(element), one = one_of(element);
  Numbers result;
  for (const char digit : node.digits) result.emplace_back(digit == '1' ? one : zero);
  return result;
}

}  // namespace

arrays::Network last_network(const ArrayGraph& graph) {
  const ArrayNode& last = graph.nodes.at(graph.outputs.at(0));
  if (!arrays::is_sum(last.kind)) return {last.variables, {last.axes}, last.axes};
  arrays::Network network = network_of(last);
  for (const arrays::Variable variable : free_variables(graph))
    network.tensors.push_back({variable});
  return network;
}

bool has_inner_contractions(const ArrayGraph& graph) {
  const std::vector<bool> needed = needed_nodes(graph);
  for (std::size_t id = 0; id < needed.size(); ++id) {
    if (needed[id] && arrays::is_sum(graph.nodes[id].kind)) return true;
  }
  return false;
}

TensorValues last_values(const ArrayGraph& graph, const std::vector<Numbers>& inputs,
                         bool is_complex, Element element, std::uint64_t memory, unsigned threads) {
  const std::vector<bool> needed = needed_nodes(graph);
  std::vector<Numbers> numbers(graph.nodes.size());
  std::size_t input = 0;
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    const ArrayNode& node = graph.nodes[id];
    const std::size_t own = input;
    if (node.kind == ArrayKind::input) ++input;
    if (!needed[id]) continue;
    switch (node.kind) {
      case ArrayKind::input:
        numbers[id] = inputs.at(own);
        break;
      case ArrayKind::constant:
        numbers[id] = constant(node, element);
        break;
      case ArrayKind::map:
        numbers[id] = arrays::map_elements(graph, node, numbers);
        if (node.operands.empty()) numbers[id] = file_number(std::move(numbers[id]), element);
        break;
      default:
        numbers[id] = contracted(node, numbers, is_complex, memory, threads);
    }
  }
  TensorValues values{is_complex, {}};
  for (const ArrayId tensor : tensors_of(graph))
    values.numbers.push_back(parts_of(numbers[tensor], is_complex));
  const ArrayNode& last = graph.nodes[graph.outputs[0]];
  for (const arrays::Variable variable : free_variables(graph)) {
    const Numbers ones(last.variables[variable], one_of(element));
    values.numbers.push_back(parts_of(ones, is_complex));
  }
  return values;
}

}  // namespace diagc::networks
