#include "compiler/arrays/lower.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/scalar_body.h"

namespace diagc::arrays {

namespace {

constexpr std::uint64_t largest_map = std::uint64_t{1} << 26U;

class Lowering {
 public:
  explicit Lowering(const ArrayExpansion& expansion)
      : from_(expansion), array_of_(expansion.arrays.size()) {}

  Lowered run() {
    const std::vector<bool> needed = needed_arrays();
    for (std::uint32_t id = 0; id < from_.arrays.size(); ++id) {
      if (needed[id]) array_of_[id] = array(from_.arrays[id]);
    }
    for (const auto& output : from_.outputs)
      result_.graph.outputs.push_back(sum(output.value, output.axes, {}));
    return std::move(result_);
  }

 private:
  using Variables = std::vector<AxisVariable>;
  struct Factor {
    ArrayId array;
    Variables variables;
    bool operator==(const Factor&) const = default;
  };

  std::vector<bool> needed_arrays() const;
  ArrayId array(const ExpandedArray& array);
  ArrayId sum(NodeId body, const Variables& axes, const Variables& summed);
  std::vector<Factor> factors(NodeId body);
  std::optional<Factor> leaf(NodeId node);
  Factor map(NodeId node);
  ArrayId number(const Rational& value);
  ArrayId input(std::string name, InputSource source, const Variables& axes);
  ArrayId add(ArrayNode node) {
    result_.graph.nodes.push_back(std::move(node));
    return static_cast<ArrayId>(result_.graph.nodes.size() - 1);
  }
  std::uint64_t extent(const AxisVariable& variable) const {
    return from_.axes[variable.axis].extent;
  }
  bool is_element(const Node& node) const {
    return node.kind == Kind::input && node.payload >= from_.first_element;
  }

  const ArrayExpansion& from_;
  std::vector<ArrayId> array_of_;
  Lowered result_;
  std::map<NodeId, Factor> maps_;
  std::map<std::pair<bool, std::uint32_t>, ArrayId> scalars_;
  std::map<std::string, ArrayId> numbers_;
};

std::vector<bool> Lowering::needed_arrays() const {
  const Graph& graph = from_.graph;
  std::vector<bool> needed(from_.arrays.size());
  std::vector<bool> seen(graph.node_count());
  std::vector<NodeId> pending;
  const auto visit = [&](NodeId node) {
    if (seen[node]) return;
    seen[node] = true;
    pending.push_back(node);
  };
  for (const auto& output : from_.outputs) visit(output.value);
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    for (std::size_t k = 0; k < graph.operand_count(node); ++k) visit(graph.operand(node, k));
    if (!is_element(graph[node])) continue;
    const std::uint32_t id = from_.elements[graph[node].payload - from_.first_element].array;
    needed[id] = true;
    if (from_.arrays[id].kind == ExpandedArray::Kind::sum) visit(from_.arrays[id].body);
  }
  return needed;
}

ArrayId Lowering::array(const ExpandedArray& array) {
  if (array.kind == ExpandedArray::Kind::sum) return sum(array.body, array.axes, array.summed);
  if (array.kind == ExpandedArray::Kind::input) {
    const diagc::Variable& variable = from_.graph.signature().input_of(array.leaf);
    return input(variable.scalar_name(array.leaf), {false, array.leaf}, array.axes);
  }
  ArrayNode node;
  node.kind = ArrayKind::constant;
  node.digits = array.bits;
  for (const AxisVariable& variable : array.axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    node.variables.push_back(extent(variable));
  }
  return add(std::move(node));
}

ArrayId Lowering::input(std::string name, InputSource source, const Variables& axes) {
  ArrayNode node;
  node.name = std::move(name);
  for (const AxisVariable& variable : axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    node.variables.push_back(extent(variable));
  }
  result_.inputs.push_back(source);
  return add(std::move(node));
}

ArrayId Lowering::number(const Rational& value) {
  const auto [entry, is_new] = numbers_.try_emplace(value.str(), 0);
  if (is_new) {
    ArrayNode constant;
    constant.kind = ArrayKind::map;
    constant.body = body_of_number(value);
    entry->second = add(std::move(constant));
  }
  return entry->second;
}

/// What a leaf of the scalar graph is; nothing for 1, i and inner nodes.
std::optional<Lowering::Factor> Lowering::leaf(NodeId id) {
  const Node& node = from_.graph[id];
  if (is_element(node)) {
    const ArrayElement& element = from_.elements[node.payload - from_.first_element];
    Variables variables;
    for (const AxisArgument& argument : element.arguments) variables.push_back(argument.variable());
    return Factor{array_of_[element.array], std::move(variables)};
  }
  if (node.kind != Kind::input && node.kind != Kind::param) return std::nullopt;
  const bool is_param = node.kind == Kind::param;
  const auto [entry, is_new] = scalars_.try_emplace({is_param, node.payload}, 0);
  if (is_new) {
    const Signature& signature = from_.graph.signature();
    const diagc::Variable& variable =
        is_param ? signature.param_of(node.payload) : signature.input_of(node.payload);
    entry->second = input(variable.scalar_name(node.payload), {is_param, node.payload}, {});
  }
  return Factor{entry->second, {}};
}

/// The part of the graph below a node as a body of its own.
Lowering::Factor Lowering::map(NodeId root) {
  if (const auto found = maps_.find(root); found != maps_.end()) return found->second;
  const auto is_operand = [&](NodeId id) {
    const Kind kind = from_.graph[id].kind;
    return kind == Kind::input || kind == Kind::param;
  };
  ScalarBody body = scalar_body(from_.graph, root, is_operand);
  std::vector<Factor> operands;
  for (const NodeId operand : body.operands) operands.push_back(*leaf(operand));
  Factor result{0, {}};
  for (const Factor& operand : operands)
    result.variables.insert(result.variables.end(), operand.variables.begin(),
                            operand.variables.end());
  std::ranges::sort(result.variables);
  result.variables.erase(std::unique(result.variables.begin(), result.variables.end()),
                         result.variables.end());
  ArrayNode node;
  node.kind = ArrayKind::map;
  std::uint64_t elements = 1;
  for (const AxisVariable& variable : result.variables) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    node.variables.push_back(extent(variable));
    elements =
        extent(variable) > largest_map / elements ? largest_map : elements * extent(variable);
    if (elements >= largest_map) {
      throw std::runtime_error(
          fmt::format("found a value, not a product, that depends on {} axis variables at once and "
                      "has 2^26 elements or more, expected products of values of fewer variables",
                      result.variables.size()));
    }
  }
  for (const Factor& operand : operands) {
    Operand& own = node.operands.emplace_back(Operand{operand.array, {}});
    for (const AxisVariable& variable : operand.variables) {
      own.variables.push_back(static_cast<Variable>(
          std::ranges::lower_bound(result.variables, variable) - result.variables.begin()));
    }
  }
  node.body = std::move(body.graph);
  result.array = add(std::move(node));
  return maps_.emplace(root, std::move(result)).first->second;
}

std::vector<Lowering::Factor> Lowering::factors(NodeId body) {
  const Graph& graph = from_.graph;
  std::vector<Factor> result;
  Rational coefficient = 1;
  std::vector<NodeId> pending{body};
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    const Kind kind = graph[node].kind;
    if (kind == Kind::one) continue;
    if (kind == Kind::product) {
      for (std::size_t k = graph.operand_count(node); k-- > 0;)
        pending.push_back(graph.operand(node, k));
    } else if (kind == Kind::sum && graph.operand_count(node) == 1) {
      coefficient *= graph.coefficients()[(*graph.terms(node).begin()).coefficient];
      pending.push_back(graph.operand(node, 0));
    } else if (const auto factor = leaf(node)) {
      result.push_back(*factor);
    } else {
      result.push_back(map(node));
    }
  }
  if (coefficient != 1) result.push_back({number(coefficient), {}});
  return result;
}

ArrayId Lowering::sum(NodeId body, const Variables& axes, const Variables& summed) {
  const std::vector<Factor> all = factors(body);
  if (all.size() == 1 && summed.empty() && all[0].variables == axes) return all[0].array;
  ArrayNode node;
  node.kind = ArrayKind::contract;
  std::map<AxisVariable, Variable> numbers;
  for (const Variables* list : {&axes, &summed}) {
    for (const AxisVariable& variable : *list) {
      numbers.emplace(variable, static_cast<Variable>(node.variables.size()));
      node.variables.push_back(extent(variable));
    }
  }
  for (Variable axis = 0; axis < axes.size(); ++axis) node.axes.push_back(axis);
  for (const Factor& factor : all) {
    Operand& operand = node.operands.emplace_back(Operand{factor.array, {}});
    for (const AxisVariable& variable : factor.variables)
      operand.variables.push_back(numbers.at(variable));
  }
  if (all.size() == 1) {
    Variables once = all[0].variables;
    std::ranges::sort(once);
    const bool distinct = std::ranges::adjacent_find(once) == once.end();
    if (distinct && once.size() == node.variables.size())
      node.kind = summed.empty() ? ArrayKind::permute : ArrayKind::reduce;
  }
  return add(std::move(node));
}

}  // namespace

Lowered lower(const ArrayExpansion& expansion) {
  for (const Axis& axis : expansion.axes) {
    if (!axis.cyclic) continue;
    throw std::runtime_error(
        fmt::format("found the cyclic axis `{}`, expected axes of static extent alone: `diagc eval "
                    "--axis {}=LENGTH` evaluates files with cyclic ones",
                    axis.name, axis.name));
  }
  return Lowering(expansion).run();
}

}  // namespace diagc::arrays
