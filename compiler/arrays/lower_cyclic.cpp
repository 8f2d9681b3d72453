#include "compiler/arrays/lower_cyclic.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "compiler/arrays/cyclic_lowering.h"
#include "compiler/arrays/scalar_body.h"

namespace diagc::arrays {

namespace cyclic {

namespace {

constexpr std::uint64_t largest_cyclic_map = std::uint64_t{1} << 26U;

}  // namespace

CyclicLowering::CyclicLowering(const ArrayExpansion& expansion, const Grids& grids)
    : from_(expansion), array_of_(expansion.arrays.size()), cyclic_(expansion.axes.size()) {
  for (std::size_t a = 0; a < expansion.axes.size(); ++a) {
    const Axis& axis = expansion.axes[a];
    if (!axis.cyclic) continue;
    const auto grid = grids.find(axis.name);
    if (grid == grids.end()) {
      throw std::runtime_error(
          fmt::format("found no length of the cyclic axis `{}`, expected --axis {}=LENGTH, or "
                      "--axis {}=N1xN2",
                      axis.name, axis.name, axis.name));
    }
    builder_.graph.cyclic.push_back({axis.name, grid->second});
    cyclic_[a] = static_cast<std::uint32_t>(builder_.graph.cyclic.size());
  }
  for (const auto& [name, grid] : grids) {
    const auto named = [&](const Axis& axis) { return axis.cyclic && axis.name == name; };
    if (std::ranges::none_of(expansion.axes, named)) {
      throw std::runtime_error(fmt::format(
          "found a length of `{}`, expected the name of a cyclic axis of the file", name));
    }
  }
}

Lowered CyclicLowering::run() {
  const std::vector<bool> needed = needed_arrays();
  for (std::uint32_t id = 0; id < from_.arrays.size(); ++id) {
    if (needed[id]) array_of_[id] = array(from_.arrays[id]);
  }
  std::vector<ArrayId> outputs;
  for (const auto& output : from_.outputs) outputs.push_back(value(output.value, output.axes));
  for (const auto& recursion : from_.recursions)
    outputs.push_back(value(recursion.left, from_.outputs[recursion.element].axes));
  result_.graph = std::move(builder_.graph);
  result_.graph.outputs = std::move(outputs);
  return std::move(result_);
}

std::vector<bool> CyclicLowering::needed_arrays() const {
  std::vector<bool> needed(from_.arrays.size());
  std::vector<NodeId> pending;
  const auto visit = [&](NodeId root) {
    for (const NodeId id : leaves_below(root)) {
      if (!is_element(id)) continue;
      const std::uint32_t array =
          from_.elements[from_.graph[id].payload - from_.first_element].array;
      if (needed[array]) continue;
      needed[array] = true;
      if (from_.arrays[array].body != no_node) pending.push_back(from_.arrays[array].body);
      if (from_.arrays[array].right != no_node) pending.push_back(from_.arrays[array].right);
    }
  };
  for (const auto& output : from_.outputs) visit(output.value);
  for (const auto& recursion : from_.recursions) visit(recursion.left);
  while (!pending.empty()) {
    const NodeId next = pending.back();
    pending.pop_back();
    visit(next);
  }
  return needed;
}

std::vector<NodeId> CyclicLowering::leaves_below(NodeId root) const {
  std::set<NodeId> seen{root};
  std::vector<NodeId> pending{root}, leaves;
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    if (is_element(node) || is_scalar_leaf(node)) leaves.push_back(node);
    for (std::size_t k = 0; k < from_.graph.operand_count(node); ++k) {
      const NodeId operand = from_.graph.operand(node, k);
      if (seen.insert(operand).second) pending.push_back(operand);
    }
  }
  std::ranges::sort(leaves);
  return leaves;
}

void CyclicLowering::declare(ArrayNode& node, std::uint32_t axis) const {
  node.variables.push_back(extent(axis));
  if (cyclic_[axis] == 0) return;
  node.cyclic.resize(node.variables.size());
  node.cyclic.back() = cyclic_[axis];
}

ArrayId CyclicLowering::input(std::string name, InputSource source,
                              const std::vector<std::uint32_t>& axes) {
  ArrayNode node;
  node.name = std::move(name);
  for (const std::uint32_t axis : axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, axis);
  }
  result_.inputs.push_back(source);
  return builder_.add(std::move(node));
}

ArrayId CyclicLowering::array(const ExpandedArray& array) {
  if (array.kind == ExpandedArray::Kind::sum)
    return array.summed.empty() ? value(array.body, array.axes) : sum(array);
  if (array.kind == ExpandedArray::Kind::product) return product_along_contour(array);
  std::vector<std::uint32_t> axes;
  for (const AxisVariable& variable : array.axes) axes.push_back(variable.axis);
  if (array.kind == ExpandedArray::Kind::input) {
    const diagc::Variable& variable = from_.graph.signature().input_of(array.leaf);
    return input(variable.scalar_name(array.leaf), {false, array.leaf}, axes);
  }
  ArrayNode node;
  node.kind = ArrayKind::constant;
  node.digits = array.bits;
  for (const std::uint32_t axis : axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, axis);
  }
  return builder_.add(std::move(node));
}

ArrayId CyclicLowering::product_along_contour(const ExpandedArray& array) {
  ArrayNode node;
  node.kind = ArrayKind::compose;
  std::vector<Variable> all;
  for (const AxisVariable& variable : array.axes) {
    all.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, variable.axis);
  }
  node.axes = all;
  for (const NodeId factor : {array.body, array.right})
    node.operands.push_back({value(factor, array.axes), all});
  return builder_.add(std::move(node));
}

Factor CyclicLowering::leaf(NodeId id) {
  const Node& node = from_.graph[id];
  if (is_element(id)) {
    const ArrayElement& element = from_.elements[node.payload - from_.first_element];
    return {array_of_[element.array], node.type, element.arguments};
  }
  const bool is_param = node.kind == Kind::param;
  const auto [entry, is_new] = scalars_.try_emplace({is_param, node.payload}, 0);
  if (is_new) {
    const Signature& signature = from_.graph.signature();
    const diagc::Variable& variable =
        is_param ? signature.param_of(node.payload) : signature.input_of(node.payload);
    entry->second = input(variable.scalar_name(node.payload), {is_param, node.payload}, {});
  }
  return {entry->second, node.type, {}};
}

/// The different lists of arguments of the elements below a node; scalars have none.
std::vector<Arguments> CyclicLowering::arguments_below(NodeId node) const {
  std::vector<Arguments> lists;
  for (const NodeId id : leaves_below(node)) {
    if (!is_element(id)) continue;
    const Arguments& own = from_.elements[from_.graph[id].payload - from_.first_element].arguments;
    if (!own.empty() && std::ranges::count(lists, own) == 0) lists.push_back(own);
  }
  return lists;
}

Operand CyclicLowering::operand_of(const Factor& factor, const Variables& variables) const {
  std::vector<Argument> arguments;
  for (const AxisArgument& argument : factor.arguments) {
    Argument& own = arguments.emplace_back();
    for (const AxisArgument::Term& term : argument.terms) {
      const auto at = std::ranges::find(variables, AxisVariable{term.level, argument.axis});
      own.push_back({static_cast<Variable>(at - variables.begin()), term.sign});
    }
    std::ranges::sort(own);
  }
  return operand_at(factor.array, std::move(arguments));
}

void CyclicLowering::check_size(const ArrayNode& map) const {
  std::uint64_t elements = 1;
  for (const std::uint64_t size : map.shape()) {
    elements = size > largest_cyclic_map / elements ? largest_cyclic_map : elements * size;
    if (elements >= largest_cyclic_map) {
      throw std::runtime_error(
          fmt::format("found a value, not a product, that depends on {} axis variables at once and "
                      "has 2^26 elements or more, expected products of values of fewer variables",
                      map.axes.size()));
    }
  }
}

/// The body at every value of the axes.
ArrayId CyclicLowering::map(NodeId root, const Variables& axes) {
  ScalarBody body = scalar_body(from_.graph, root,
                                [&](NodeId id) { return is_element(id) || is_scalar_leaf(id); });
  ArrayNode node;
  node.kind = ArrayKind::map;
  for (const AxisVariable& variable : axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, variable.axis);
  }
  check_size(node);
  for (const NodeId operand : body.operands)
    node.operands.push_back(operand_of(leaf(operand), axes));
  node.body = std::move(body.graph);
  return builder_.add(std::move(node));
}

ArrayId CyclicLowering::value(NodeId body, const Variables& axes) {
  if (is_element(body) || is_scalar_leaf(body)) {
    const Factor factor = leaf(body);
    Arguments plain;
    for (const AxisVariable& variable : axes) plain.push_back({variable.axis, {{variable.level}}});
    if (factor.arguments == plain) return factor.array;
  }
  return map(body, axes);
}

/// A value whose elements all stand at the same arguments: an array over variables of its own, at these arguments.
Factor CyclicLowering::map_at_one_argument(NodeId root, const Arguments& arguments) {
  ScalarBody body = scalar_body(from_.graph, root,
                                [&](NodeId id) { return is_element(id) || is_scalar_leaf(id); });
  Variables own;
  Arguments plain;
  for (std::uint32_t k = 0; k < arguments.size(); ++k) {
    own.push_back({k, arguments[k].axis});
    plain.push_back({arguments[k].axis, {{k}}});
  }
  ArrayNode node;
  node.kind = ArrayKind::map;
  for (const AxisVariable& variable : own) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, variable.axis);
  }
  check_size(node);
  for (const NodeId operand : body.operands) {
    Factor factor = leaf(operand);
    if (!factor.arguments.empty()) factor.arguments = plain;
    node.operands.push_back(operand_of(factor, own));
  }
  node.body = std::move(body.graph);
  return {builder_.add(std::move(node)), from_.graph[root].type, arguments};
}

/// A node as one factor.
Factor CyclicLowering::whole(NodeId node) {
  if (is_element(node) || is_scalar_leaf(node)) return leaf(node);
  const std::vector<Arguments> lists = arguments_below(node);
  if (lists.size() <= 1) return map_at_one_argument(node, lists.empty() ? Arguments() : lists[0]);
  std::set<AxisVariable> variables;
  for (const Arguments& list : lists) {
    for (const AxisArgument& argument : list) {
      for (const AxisArgument::Term& term : argument.terms)
        variables.insert({term.level, argument.axis});
    }
  }
  const Variables axes(variables.begin(), variables.end());
  Arguments plain;
  for (const AxisVariable& variable : axes) plain.push_back({variable.axis, {{variable.level}}});
  return {map(node, axes), from_.graph[node].type, std::move(plain)};
}

}  // namespace cyclic

Lowered lower(const ArrayExpansion& expansion, const Grids& grids) {
  return cyclic::CyclicLowering(expansion, grids).run();
}

}  // namespace diagc::arrays
