#include "compiler/arrays/array_graph.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/graph/text.h"

namespace diagc::arrays {

namespace {

std::string fault_of_map(const ArrayNode& node) {
  if (node.axes.size() != node.variables.size()) return "found a map that sums";
  if (!node.body) return "found a map without a body";
  const Signature& signature = node.body->signature();
  if (signature.leaves() != node.operands.size() || !signature.params.empty() ||
      node.body->outputs().size() != 1) {
    return fmt::format(
        "found a map of {} operands with a body of {} inputs, {} params and {} outputs, expected "
        "as "
        "many inputs, no params and one output",
        node.operands.size(), signature.leaves(), signature.params.size(),
        node.body->outputs().size());
  }
  return {};
}

/// Operands at sums of variables, and what belongs to cyclic axes beside them.
std::string fault_of_arguments(const ArrayGraph& graph, const ArrayNode& node,
                               const Operand& operand) {
  const ArrayNode& array = graph.nodes[operand.array];
  if (!operand.variables.empty()) return "found an operand with variables and arguments at once";
  if (operand.arguments.size() != array.axes.size()) {
    return fmt::format("found {} arguments for operand %{}, expected {}", operand.arguments.size(),
                       operand.array, array.axes.size());
  }
  for (std::size_t axis = 0; axis < array.axes.size(); ++axis) {
    const Argument& argument = operand.arguments[axis];
    const std::uint32_t cyclic = array.cyclic_axis(array.axes[axis]);
    if (cyclic == 0 && (argument.size() != 1 || argument[0].sign != 1))
      return fmt::format("found a sum for axis {} of operand %{}, expected a single variable", axis,
                         operand.array);
    for (std::size_t term = 0; term < argument.size(); ++term) {
      const auto [variable, sign] = argument[term];
      if (variable >= node.variables.size()) return "found a variable that is not declared";
      if (node.cyclic_axis(variable) != cyclic ||
          node.variables[variable] != array.variables[array.axes[axis]]) {
        return fmt::format("found a variable of another axis for axis {} of operand %{}", axis,
                           operand.array);
      }
      if (sign != 1 && sign != -1)
        return fmt::format("found the factor {} of a variable, expected 1 or -1", sign);
      if (term > 0 && argument[term - 1].variable >= variable)
        return "found an argument with a variable twice or out of order";
    }
  }
  return {};
}

/// Element by element: all operands have the axes of the result.
std::string fault_on_contour(const ArrayNode& node) {
  for (const Operand& operand : node.operands) {
    if (!operand.arguments.empty() || operand.variables != node.axes ||
        node.axes.size() != node.variables.size()) {
      return fmt::format(
          "found an operand at other variables than the result's in {}, expected "
          "the same",
          to_string(node.kind));
    }
  }
  std::size_t expected = node.kind == ArrayKind::exchange ? 1 : 2;
  if (node.kind == ArrayKind::volterra) {
    std::size_t unknowns = 0;
    while (unknowns * unknowns < node.digits.size()) ++unknowns;
    if (unknowns == 0 || unknowns * unknowns != node.digits.size() ||
        node.digits.find_first_not_of("01") != std::string::npos) {
      return "found digits of volterra that are no square of 0 and 1";
    }
    if (node.element >= unknowns) {
      return fmt::format("found element {} of {} unknowns", node.element, unknowns);
    }
    expected = unknowns + static_cast<std::size_t>(std::ranges::count(node.digits, '1'));
  }
  if (node.operands.size() != expected) {
    return fmt::format("found {} operands of {}, expected {}", node.operands.size(),
                       to_string(node.kind), expected);
  }
  return {};
}

std::string fault_of_transform(const ArrayNode& node) {
  if (node.operands.size() != 1 || node.variables.size() != 1 || node.axes.size() != 1 ||
      node.cyclic_axis(0) == 0 || node.operands[0].variables.size() != 1) {
    return "found a transform of something else than one array along its one axis, which is cyclic";
  }
  return {};
}

}  // namespace

bool is_on_contour(ArrayKind kind) {
  return kind == ArrayKind::exchange || kind == ArrayKind::compose || kind == ArrayKind::volterra;
}

bool is_sum(ArrayKind kind) {
  return kind == ArrayKind::contract || kind == ArrayKind::reduce || kind == ArrayKind::permute;
}

bool ArrayNode::operator==(const ArrayNode& other) const {
  const bool same_body = (body == nullptr) == (other.body == nullptr) &&
                         (!body || diagc::to_text(*body) == diagc::to_text(*other.body));
  return kind == other.kind && name == other.name && variables == other.variables &&
         operands == other.operands && axes == other.axes && digits == other.digits &&
         cyclic == other.cyclic && powers == other.powers && element == other.element && same_body;
}

std::vector<Argument> arguments_of(const Operand& operand) {
  if (!operand.arguments.empty()) return operand.arguments;
  std::vector<Argument> arguments;
  for (const Variable variable : operand.variables) arguments.push_back({{variable, 1}});
  return arguments;
}

Operand operand_at(ArrayId array, std::vector<Argument> arguments) {
  const bool plain = std::ranges::all_of(arguments, [](const Argument& argument) {
    return argument.size() == 1 && argument[0].sign == 1;
  });
  if (!plain) return {array, {}, std::move(arguments)};
  Operand operand{array, {}};
  for (const Argument& argument : arguments) operand.variables.push_back(argument[0].variable);
  return operand;
}

std::uint64_t CyclicAxis::points() const {
  std::uint64_t points = 1;
  for (const std::uint64_t extent : grid) points *= extent;
  return points;
}

std::string find_fault(const ArrayGraph& graph, ArrayId id) {
  const ArrayNode& node = graph.nodes[id];
  if (node.cyclic.size() > node.variables.size())
    return "found more kinds of variables than variables";
  if (node.powers.size() > graph.cyclic.size()) return "found a power of no axis";
  for (Variable variable = 0; variable < node.cyclic.size(); ++variable) {
    const std::uint32_t axis = node.cyclic[variable];
    if (axis > graph.cyclic.size() ||
        (axis > 0 && graph.cyclic[axis - 1].points() != node.variables[variable])) {
      return "found a variable of another extent than its cyclic axis";
    }
  }
  for (const std::uint64_t extent : node.variables) {
    if (extent == 0) return "found a variable of extent 0, expected 1 or more";
  }
  for (const Operand& operand : node.operands) {
    if (operand.array >= id)
      return fmt::format("found operand %{}, expected an earlier node", operand.array);
    if (!operand.arguments.empty()) {
      const std::string fault = fault_of_arguments(graph, node, operand);
      if (!fault.empty()) return fault;
      continue;
    }
    const std::vector<std::uint64_t> shape = graph.nodes[operand.array].shape();
    if (operand.variables.size() != shape.size()) {
      return fmt::format("found {} variables for operand %{}, expected {}",
                         operand.variables.size(), operand.array, shape.size());
    }
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (operand.variables[axis] >= node.variables.size())
        return "found a variable that is not declared";
      const ArrayNode& array = graph.nodes[operand.array];
      if (node.cyclic_axis(operand.variables[axis]) != array.cyclic_axis(array.axes[axis])) {
        return fmt::format("found a variable of another axis for axis {} of operand %{}", axis,
                           operand.array);
      }
      const std::uint64_t extent = node.variables[operand.variables[axis]];
      if (extent != shape[axis]) {
        return fmt::format("found a variable of extent {} for axis {} of operand %{}, expected {}",
                           extent, axis, operand.array, shape[axis]);
      }
    }
  }
  std::vector<bool> seen(node.variables.size());
  for (const Variable variable : node.axes) {
    if (variable >= node.variables.size()) return "found a variable that is not declared";
    if (seen[variable]) return "found a variable twice in the result, expected each once";
    seen[variable] = true;
  }
  Network size{node.variables, {}, {}};
  if (!element_count(size, node.axes))
    return "found a result of 2^63 elements or more, expected fewer";
  if (node.kind == ArrayKind::contract) return {};
  if (node.kind == ArrayKind::transform || node.kind == ArrayKind::inverse)
    return fault_of_transform(node);
  if (node.kind == ArrayKind::map) return fault_of_map(node);
  if (is_on_contour(node.kind)) return fault_on_contour(node);
  if (node.kind == ArrayKind::input || node.kind == ArrayKind::constant) {
    if (!node.operands.empty()) return "found an input with operands, expected none";
    if (node.kind == ArrayKind::constant && node.digits.size() != *element_count(size, node.axes)) {
      return fmt::format("found {} digits of a constant, expected {}", node.digits.size(),
                         *element_count(size, node.axes));
    }
    if (node.digits.find_first_not_of("01") != std::string::npos)
      return "found a digit of a constant that is neither 0 nor 1";
    return node.axes.size() == node.variables.size()
               ? ""
               : "found an input with a variable that is no axis";
  }
  if (node.operands.size() != 1)
    return fmt::format("found {} operands, expected one", node.operands.size());
  std::vector<Variable> variables = node.operands[0].variables;
  std::ranges::sort(variables);
  const bool distinct = std::ranges::adjacent_find(variables) == variables.end();
  if (!distinct || variables.size() != node.variables.size()) {
    return "found an operand whose axes do not have a variable each, expected one each";
  }
  const bool sums = node.axes.size() < node.variables.size();
  if (node.kind == ArrayKind::reduce && !sums) return "found a reduction that sums nothing";
  if (node.kind == ArrayKind::permute && sums) return "found a permutation that drops an axis";
  return {};
}

const char* to_string(ArrayKind kind) {
  switch (kind) {
    case ArrayKind::input:
      return "input";
    case ArrayKind::contract:
      return "contract";
    case ArrayKind::reduce:
      return "reduce";
    case ArrayKind::permute:
      return "permute";
    case ArrayKind::constant:
      return "constant";
    case ArrayKind::map:
      return "map";
    case ArrayKind::transform:
      return "transform";
    case ArrayKind::inverse:
      return "inverse";
    case ArrayKind::exchange:
      return "exchange";
    case ArrayKind::compose:
      return "compose";
    case ArrayKind::volterra:
      return "volterra";
  }
  return "";
}

std::vector<std::uint64_t> ArrayNode::shape() const {
  std::vector<std::uint64_t> result;
  for (const Variable variable : axes) result.push_back(variables[variable]);
  return result;
}

std::string find_fault(const ArrayGraph& graph) {
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    const std::string fault = find_fault(graph, id);
    if (!fault.empty()) return fmt::format("node {}: {}", id, fault);
  }
  for (const ArrayId output : graph.outputs) {
    if (output >= graph.nodes.size())
      return fmt::format("output: found %{}, expected a node", output);
  }
  return {};
}

namespace {

class Builder {
 public:
  explicit Builder(const Network& network) : network_(network) {
    for (std::size_t t = 0; t < network.tensors.size(); ++t) {
      ArrayNode node{ArrayKind::input, fmt::format("T{}", t), {}, {}, {}, {}, {}};
      for (const Label label : network.tensors[t]) {
        node.axes.push_back(static_cast<Variable>(node.variables.size()));
        node.variables.push_back(network.extents[label]);
      }
      graph.nodes.push_back(std::move(node));
    }
  }

  struct Factor {
    ArrayId array;
    std::vector<Label> labels;
  };

  /// Σ over all labels of `summed` and of the factors that are not in `result`.
  ArrayId contract(const std::vector<Factor>& factors, const std::vector<Label>& result,
                   const std::vector<Label>& summed = {}) {
    ArrayNode node;
    node.kind = ArrayKind::contract;
    std::vector<Label> order;
    const auto variable = [&](Label label) {
      const auto found = std::ranges::find(order, label);
      if (found != order.end()) return static_cast<Variable>(found - order.begin());
      order.push_back(label);
      node.variables.push_back(network_.extents[label]);
      return static_cast<Variable>(order.size() - 1);
    };
    for (const Factor& factor : factors) {
      Operand operand{factor.array, {}};
      for (const Label label : factor.labels) operand.variables.push_back(variable(label));
      node.operands.push_back(std::move(operand));
    }
    for (const Label label : result) node.axes.push_back(variable(label));
    for (const Label label : summed) variable(label);
    if (factors.size() == 1 && summed.empty()) {
      std::vector<Label> once = factors[0].labels;
      std::ranges::sort(once);
      const bool distinct = std::ranges::adjacent_find(once) == once.end();
      if (distinct && once.size() == node.variables.size()) {
        if (factors[0].labels == result) return factors[0].array;
        node.kind = result.size() < once.size() ? ArrayKind::reduce : ArrayKind::permute;
      }
    }
    graph.nodes.push_back(std::move(node));
    return static_cast<ArrayId>(graph.nodes.size() - 1);
  }

  ArrayGraph graph;

 private:
  const Network& network_;
};

}  // namespace

ArrayGraph graph_of(const Network& network) {
  Builder builder(network);
  std::vector<Builder::Factor> factors;
  for (ArrayId t = 0; t < network.tensors.size(); ++t) factors.push_back({t, network.tensors[t]});
  std::vector<Label> all(network.extents.size());
  for (Label label = 0; label < all.size(); ++label) all[label] = label;
  std::vector<bool> stands(all.size());
  for (const auto& labels : network.tensors) {
    for (const Label label : labels) stands[label] = true;
  }
  for (const Label label : network.open) stands[label] = true;
  std::erase_if(all, [&](Label label) { return stands[label]; });
  builder.graph.outputs = {builder.contract(factors, network.open, all)};
  return std::move(builder.graph);
}

ArrayGraph graph_of(const Network& network, const Order& order) {
  verify(network, order);
  if (!order.sliced.empty()) throw std::logic_error("array graph: found an order with slices");
  Builder builder(network);
  std::vector<std::uint32_t> users(
      network.extents.size());  // values not yet used that have a label, and the result
  for (const Label label : network.open) ++users[label];
  std::vector<Builder::Factor> values;
  const auto use = [&](const Builder::Factor& value, int sign) {
    std::vector<Label> once = value.labels;
    std::ranges::sort(once);
    once.erase(std::unique(once.begin(), once.end()), once.end());
    for (const Label label : once) users[label] += static_cast<std::uint32_t>(sign);
    return once;
  };
  for (ArrayId t = 0; t < network.tensors.size(); ++t) {
    values.push_back({t, network.tensors[t]});
    use(values.back(), 1);
  }
  for (Builder::Factor& value : values) {
    std::vector<Label> kept = use(value, -1);
    std::erase_if(kept, [&](Label label) { return users[label] == 0; });
    if (kept.size() != value.labels.size()) value = {builder.contract({value}, kept), kept};
    use(value, 1);
  }
  for (const auto& [a, b] : order.steps) {
    std::vector<Label> kept;
    std::ranges::set_union(use(values[a], -1), use(values[b], -1), std::back_inserter(kept));
    std::erase_if(kept, [&](Label label) { return users[label] == 0; });
    values.push_back({builder.contract({values[a], values[b]}, kept), kept});
    use(values.back(), 1);
  }
  std::vector<Label> nowhere;
  std::vector<bool> stands(network.extents.size());
  for (const auto& labels : network.tensors) {
    for (const Label label : labels) stands[label] = true;
  }
  for (const Label label : network.open) stands[label] = true;
  for (Label label = 0; label < stands.size(); ++label) {
    if (!stands[label]) nowhere.push_back(label);
  }
  const std::vector<Builder::Factor> last =
      values.empty() ? std::vector<Builder::Factor>() : std::vector{values.back()};
  builder.graph.outputs = {builder.contract(last, network.open, nowhere)};
  return std::move(builder.graph);
}

}  // namespace diagc::arrays
