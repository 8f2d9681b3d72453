#include "compiler/arrays/convolve.h"

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/linear_map.h"
#include "compiler/arrays/relations.h"
#include "compiler/arrays/single_points.h"

namespace diagc::arrays {

namespace {

class Convolution {
 public:
  explicit Convolution(const ArrayGraph& graph) : from_(graph) { to_.graph.cyclic = graph.cyclic; }

  ArrayGraph run() {
    const auto given = static_cast<ArrayId>(from_.nodes.size());
    values_.resize(given);
    for (ArrayId id = 0; id < given; ++id) take(id);
    std::vector<ArrayId> outputs;
    for (const ArrayId output : from_.outputs) outputs.push_back(points(output));
    to_.graph.outputs = std::move(outputs);
    return without_unused(to_.graph);
  }

 private:
  /// An array of the graph as it was, and of sums split off from its nodes, in the new graph.
  struct Value {
    std::optional<ArrayId> points, sites;  ///< values on the axis; their transform
    bool is_complex = true;
    bool made_of_sites = false;  ///< values come from the transform
  };

  void take(ArrayId id);
  ArrayNode renamed(ArrayNode node);
  ArrayId points(ArrayId id);
  ArrayId sites(ArrayId id);
  NodeId read_sites(MapBuilder& to, ArrayId id, std::int32_t sign);
  NodeId read_scalar(MapBuilder& to, ArrayId id);
  bool sites_suffice(const ArrayNode& map) const;

  static bool is_along_one_axis(const ArrayGraph& graph, const ArrayNode& node);
  void contract(ArrayId id, ArrayNode node);
  bool by_single_site(ArrayId id, const ArrayNode& node);
  bool multiply_equals(ArrayNode& node);
  bool convolve_pair(ArrayNode& node);
  ArrayId append(ArrayNode node);
  Type type_of(const Value& value) const { return value.is_complex ? Type::complex : Type::real; }

  ArrayGraph from_;  ///< and what is split off, behind
  ArrayBuilder to_;
  std::vector<Value> values_;
};

ArrayNode Convolution::renamed(ArrayNode node) {
  for (Operand& operand : node.operands) operand.array = points(operand.array);
  return node;
}

ArrayId Convolution::points(ArrayId id) {
  if (!values_[id].points) {
    const ArrayId sites = *values_[id].sites;
    ArrayNode node = to_.graph.nodes[sites];
    ArrayNode inverse;
    inverse.kind = ArrayKind::inverse;
    inverse.variables = {node.variables[node.axes[0]]};
    inverse.cyclic = {node.cyclic_axis(node.axes[0])};
    inverse.axes = {0};
    inverse.operands = {{sites, {0}}};
    values_[id].points = to_.add(std::move(inverse));
  }
  return *values_[id].points;
}

ArrayId Convolution::sites(ArrayId id) {
  if (!values_[id].sites) {
    const ArrayId of = points(id);
    const ArrayNode& node = to_.graph.nodes[of];
    ArrayNode transform;
    transform.kind = ArrayKind::transform;
    transform.variables = {node.variables[node.axes[0]]};
    transform.cyclic = {node.cyclic_axis(node.axes[0])};
    transform.axes = {0};
    transform.operands = {{of, {0}}};
    values_[id].sites = to_.add(std::move(transform));
  }
  return *values_[id].sites;
}

NodeId Convolution::read_scalar(MapBuilder& to, ArrayId id) {
  const ArrayId array = points(id);
  const bool real = to_.graph.nodes[array].kind == ArrayKind::map && !values_[id].is_complex;
  return to.scalar(array, real ? Type::real : type_of(values_[id]));
}

/// F[x](sign · R), through maps that are linear in one array.
NodeId Convolution::read_sites(MapBuilder& to, ArrayId id, std::int32_t sign) {
  const ArrayNode node = from_.nodes[id];
  if (!values_[id].sites && sign != 0 && is_linear(from_, node)) {
    const auto with_axis = std::ranges::count_if(node.operands, [&](const Operand& operand) {
      return !from_.nodes[operand.array].axes.empty();
    });
    if (with_axis == 1) {
      return copy_linear(
          to, node, sign,
          [&](std::size_t k, std::int32_t at) {
            return read_sites(to, node.operands[k].array, at);
          },
          [&](std::size_t k) {
            return to.scalar(points(node.operands[k].array), node.body->signature().inputs[k].type);
          });
    }
  }
  return to.at(sites(id), sign, Type::complex);
}

/// Whether a linear map's operands with axes are all made of sites.
bool Convolution::sites_suffice(const ArrayNode& map) const {
  return std::ranges::all_of(map.operands, [&](const Operand& operand) {
    return from_.nodes[operand.array].axes.empty() || values_[operand.array].made_of_sites;
  });
}

void Convolution::take(ArrayId id) {
  const ArrayNode node = from_.nodes[id];
  Value& value = values_[id];
  if (node.kind == ArrayKind::map) {
    value.is_complex = node.body->signature().outputs[0].type == Type::complex;
    if (is_linear(from_, node) && sites_suffice(node)) {
      MapBuilder to(node.cyclic_axis(0), node.variables[0]);
      const NodeId result = copy_linear(
          to, node, 1,
          [&](std::size_t k, std::int32_t sign) {
            return read_sites(to, node.operands[k].array, sign);
          },
          [&](std::size_t k) {
            return to.scalar(points(node.operands[k].array), node.body->signature().inputs[k].type);
          });
      values_[id].sites = to_.add(to.finish(result));
      values_[id].made_of_sites = true;
      return;
    }
  }
  if (node.kind == ArrayKind::contract && is_along_one_axis(from_, node)) return contract(id, node);
  values_[id].points = to_.add(renamed(node));
}

/// A sum of more than n steps along one cyclic axis.
bool Convolution::is_along_one_axis(const ArrayGraph& graph, const ArrayNode& node) {
  if (node.variables.size() < 2 || node.axes.size() > 1) return false;
  const std::uint32_t axis = node.cyclic_axis(0);
  if (axis == 0) return false;
  for (Variable variable = 0; variable < node.variables.size(); ++variable) {
    if (node.cyclic_axis(variable) != axis) return false;
  }
  return std::ranges::all_of(node.operands, [&](const Operand& operand) {
    return graph.nodes[operand.array].axes.size() <= 1;
  });
}

ArrayId Convolution::append(ArrayNode node) {
  from_.nodes.push_back(std::move(node));
  values_.emplace_back();
  const auto id = static_cast<ArrayId>(from_.nodes.size() - 1);
  take(id);
  return id;
}

/// The argument of an operand along the axis; nothing of one that has none.
const Argument* argument_of(const std::vector<Argument>& arguments) {
  return arguments.empty() ? nullptr : &arguments[0];
}

/// Variables that no operand and no axis has any more are dropped.
void drop_unused_variables(ArrayNode& node) {
  std::vector<bool> stands(node.variables.size());
  for (const Variable axis : node.axes) stands[axis] = true;
  for (const Operand& operand : node.operands) {
    for (const Argument& argument : arguments_of(operand)) {
      for (const SignedVariable& term : argument) stands[term.variable] = true;
    }
  }
  std::vector<Variable> renamed(stands.size());
  Variable next = 0;
  for (Variable variable = 0; variable < stands.size(); ++variable) {
    renamed[variable] = next;
    if (!stands[variable]) continue;
    node.variables[next] = node.variables[variable];
    node.cyclic[next] = node.cyclic[variable];
    ++next;
  }
  node.variables.resize(next);
  node.cyclic.resize(next);
  for (Variable& axis : node.axes) axis = renamed[axis];
  for (Operand& operand : node.operands) {
    std::vector<Argument> arguments = arguments_of(operand);
    for (Argument& argument : arguments) {
      for (SignedVariable& term : argument) term.variable = renamed[term.variable];
    }
    operand = operand_at(operand.array, std::move(arguments));
  }
}

void Convolution::contract(ArrayId id, ArrayNode node) {
  node.cyclic.resize(node.variables.size());
  while (is_along_one_axis(from_, node)) {
    if (by_single_site(id, node)) return;
    if (!multiply_equals(node) && !convolve_pair(node)) break;
    drop_unused_variables(node);
  }
  values_[id].points = to_.add(renamed(std::move(node)));
}

bool Convolution::by_single_site(ArrayId id, const ArrayNode& node) {
  std::vector<std::size_t> members;
  ArgumentMatrix matrix(node.variables.size());
  for (std::size_t k = 0; k < node.operands.size(); ++k) {
    const std::vector<Argument> arguments = arguments_of(node.operands[k]);
    const Argument* argument = argument_of(arguments);
    if (!argument || argument->empty()) continue;
    members.push_back(k);
    for (auto& row : matrix) row.push_back(0);
    for (const SignedVariable& term : *argument) matrix[term.variable].back() = term.sign;
  }
  if (members.empty()) return false;
  std::optional<std::size_t> free;
  if (!node.axes.empty()) free = node.axes[0];
  const auto places = single_site(matrix, free);
  if (!places) return false;
  const std::uint32_t axis = node.cyclic_axis(0);
  MapBuilder to(axis, node.variables[0]);
  std::vector<NodeId> factors;
  for (std::size_t k = 0; k < node.operands.size(); ++k) {
    const ArrayId array = node.operands[k].array;
    const auto member = std::ranges::find(members, k);
    if (member != members.end()) {
      factors.push_back(
          read_sites(to, array, (*places)[static_cast<std::size_t>(member - members.begin())]));
    } else if (from_.nodes[array].axes.empty()) {
      factors.push_back(read_scalar(to, array));
    } else {
      factors.push_back(to.at(points(array), 0, type_of(values_[array])));
    }
  }
  const auto bound = static_cast<std::int32_t>(node.variables.size() - node.axes.size());
  for (std::uint32_t a = 0; a < to_.graph.cyclic.size(); ++a) {
    const std::int32_t power = node.power(a) + (a + 1 == axis ? bound : 0);
    if (power != 0) factors.push_back(to.scalar(to_.power_of_length(a, power), Type::real));
  }
  const ArrayId product =
      to_.add(to.finish(factors.size() == 1 ? factors[0] : to.graph.product(factors)));
  if (free) {
    values_[id].sites = product;
    values_[id].made_of_sites = true;
    return true;
  }
  ArrayNode sum;
  sum.kind = ArrayKind::reduce;
  sum.variables = {node.variables[0]};
  sum.cyclic = {axis};
  sum.operands = {{product, {0}}};
  values_[id].points = to_.add(std::move(sum));
  return true;
}

Argument negated(Argument argument) {
  for (SignedVariable& term : argument) term.sign = -term.sign;
  return argument;
}

/// Two operands at the same argument, or at opposite ones, become one.
bool Convolution::multiply_equals(ArrayNode& node) {
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const std::vector<Argument> left = arguments_of(node.operands[i]);
    if (left.empty() || left[0].empty()) continue;
    for (std::size_t j = i + 1; j < node.operands.size(); ++j) {
      const std::vector<Argument> right = arguments_of(node.operands[j]);
      if (right.empty() || (right[0] != left[0] && right[0] != negated(left[0]))) continue;
      MapBuilder to(node.cyclic_axis(0), node.variables[0]);
      const ArrayId a = node.operands[i].array, b = node.operands[j].array;
      const std::array<NodeId, 2> factors = {
          to.at(a, 1, type_of(values_[a])),
          to.at(b, right[0] == left[0] ? 1 : -1, type_of(values_[b]))};
      const ArrayId product = append(to.finish(to.graph.product(factors)));
      node.operands[i] = operand_at(product, {left[0]});
      node.operands.erase(node.operands.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

/// argument − sign · (others), of which each variable may stand there with 1, 0 or −1 in the end.
std::optional<Argument> difference(const Argument& argument, const Argument& others,
                                   std::int32_t sign, Variable without) {
  Argument result;
  for (const SignedVariable& term : argument) {
    if (term.variable != without) result.push_back(term);
  }
  for (const SignedVariable& term : others) {
    if (term.variable == without) continue;
    const auto found = std::ranges::find(result, term.variable, &SignedVariable::variable);
    if (found == result.end()) {
      result.push_back({term.variable, -sign * term.sign});
    } else if (found->sign == sign * term.sign) {
      result.erase(found);
    } else {
      return std::nullopt;
    }
  }
  std::ranges::sort(result);
  return result;
}

/// A summed variable that stands in two operands alone: Σ_y X(±y + u) Y(±'y + w) is a function K(z) of one argument.
bool Convolution::convolve_pair(ArrayNode& node) {
  for (Variable y = 0; y < node.variables.size(); ++y) {
    if (std::ranges::count(node.axes, y) > 0) continue;
    std::vector<std::size_t> users;
    std::vector<std::int32_t> signs;
    std::vector<Argument> arguments;
    for (std::size_t k = 0; k < node.operands.size(); ++k) {
      const std::vector<Argument> own = arguments_of(node.operands[k]);
      if (own.empty()) continue;
      const auto term = std::ranges::find(own[0], y, &SignedVariable::variable);
      if (term == own[0].end()) continue;
      users.push_back(k);
      signs.push_back(term->sign);
      arguments.push_back(own[0]);
    }
    if (users.size() != 2) continue;
    // y' = ±y + u takes the place of the first argument, ±y' + z that of the second.
    const std::int32_t relative = signs[0] * signs[1];
    const auto apart = difference(arguments[1], arguments[0], relative, y);
    if (!apart) continue;
    ArrayNode pair;
    pair.kind = ArrayKind::contract;
    const std::uint32_t axis = node.cyclic_axis(0);
    const bool moves = !apart->empty();
    pair.variables.assign(moves ? 2 : 1, node.variables[0]);
    pair.cyclic.assign(pair.variables.size(), axis);
    if (moves) pair.axes = {1};
    Argument second{{0, relative}};
    if (moves) second.push_back({1, 1});
    pair.operands = {operand_at(node.operands[users[0]].array, {{{0, 1}}}),
                     operand_at(node.operands[users[1]].array, {second})};
    const ArrayId array = append(std::move(pair));
    node.operands[users[0]] = moves ? operand_at(array, {*apart}) : Operand{array, {}};
    node.operands.erase(node.operands.begin() + static_cast<std::ptrdiff_t>(users[1]));
    return true;
  }
  return false;
}

}  // namespace

ArrayGraph convolve(const ArrayGraph& graph) {
  if (has_single_points(graph)) return without_single_sums(graph);
  return Convolution(graph).run();
}

}  // namespace diagc::arrays
