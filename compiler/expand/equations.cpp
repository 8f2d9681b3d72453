#include <algorithm>

#include <fmt/format.h>

#include "compiler/expand/contour.h"
#include "compiler/expand/failure.h"

namespace diagc::expansion {

/// Whether an unknown, or it at exchanged times, stands anywhere below a node.
bool Contour::stands_below(NodeId root, const Leaves& unknowns,
                           std::unordered_map<NodeId, bool>& known) const {
  if (const auto found = known.find(root); found != known.end()) return found->second;
  bool stands = false;
  if (axes_.is_element(root)) {
    const ExpandedArray& array = axes_.arrays()[axes_.element_of(root).array];
    const auto is_one_of = [&](std::uint32_t first) {
      return array.leaf >= first && array.leaf - first < unknowns.count;
    };
    if (array.kind == ExpandedArray::Kind::input) {
      stands = is_one_of(unknowns.first) || is_one_of(unknowns.exchanged);
    } else if (array.kind != ExpandedArray::Kind::table) {
      const NodeId body = array.body, right = array.right;
      stands = stands_below(body, unknowns, known) ||
               (right != no_node && stands_below(right, unknowns, known));
    }
  }
  for (const Term& operand : builder_.operands(root))
    stands = stands_below(operand.node, unknowns, known) || stands;
  known[root] = stands;
  return stands;
}

/// Takes sums and products apart down to the terms of the equation.
void Contour::take_term(NodeId node, CoefficientId coefficient, std::vector<NodeId> factors,
                        EquationParts& parts) {
  if (!stands_below(node, parts.unknowns, parts.below)) {
    factors.push_back(node);
    parts.rest.push_back({product(std::move(factors)), coefficient});
    return;
  }
  const std::span<const Term> given = builder_.operands(node);
  const std::vector<Term> operands(given.begin(), given.end());
  if (builder_[node].kind == Kind::sum) {
    for (const Term& term : operands) {
      take_term(term.node, builder_.coefficients.multiply(coefficient, term.coefficient), factors,
                parts);
    }
    return;
  }
  if (builder_[node].kind == Kind::product) {
    NodeId inner = no_node;
    for (const Term& operand : operands) {
      if (!stands_below(operand.node, parts.unknowns, parts.below)) {
        factors.push_back(operand.node);
        continue;
      }
      if (inner != no_node) parts.refuse(fmt::format("`{}` times itself", parts.name));
      inner = operand.node;
    }
    return take_term(inner, coefficient, std::move(factors), parts);
  }
  take_recursion(node, coefficient, std::move(factors), parts);
}

/// A term with the unknown: a product along the contour with it to the right, times factors.
void Contour::take_recursion(NodeId element, CoefficientId coefficient, std::vector<NodeId> factors,
                             EquationParts& parts) {
  const std::string& name = parts.name;
  const auto is_exchanged = [&](const Leaves* leaves) {
    return leaves && leaves->is_unknown && leaves->first != parts.unknowns.first;
  };
  const std::string exchanged = fmt::format("`{}'`, the unknown at exchanged times,", name);
  const Leaves* const direct = meaning(element);
  if (is_exchanged(direct)) parts.refuse(exchanged);
  if (direct) parts.refuse(fmt::format("`{}` outside of `@`", name));
  const ExpandedArray array = axes_.arrays()[axes_.element_of(element).array];
  if (array.kind != ExpandedArray::Kind::product)
    parts.refuse(fmt::format("`{}` in a sum over an axis", name));
  Arguments own;
  for (std::uint32_t level = 0; level < parts.variables; ++level)
    own.push_back({array.axes.at(level).axis, {{level, 1}}});
  if (axes_.element_of(element).arguments != own)
    parts.refuse(fmt::format("`{}` at another axis point", name));
  if (stands_below(array.body, parts.unknowns, parts.below))
    parts.refuse(fmt::format("`{}` to the left of `@`", name));
  const Leaves* const unknown = meaning(array.right);
  if (is_exchanged(unknown)) parts.refuse(exchanged);
  if (!unknown)
    parts.refuse(fmt::format("`{}` with other values at two times to the right of `@`", name));
  for (const NodeId factor : factors) {
    const std::uint8_t on = dependence(Value::of_node(factor));
    if ((on & on_two_times) != 0)
      parts.refuse(fmt::format("`{}` times another value at two times", name));
    if ((on & on_exchanged_vertex) != 0)
      parts.refuse(fmt::format("`{}` times a vertex at the second time", name));
  }
  const std::uint32_t leaf = axes_.arrays()[axes_.element_of(array.right).array].leaf;
  factors.push_back(array.body);
  auto found =
      std::ranges::find(parts.left, leaf, &std::pair<std::uint32_t, std::vector<Term>>::first);
  if (found == parts.left.end()) found = parts.left.insert(parts.left.end(), {leaf, {}});
  found->second.push_back({product(std::move(factors)), coefficient});
}

Contour::Equation Contour::equation(Value value, const Leaves& unknowns, std::uint32_t variables,
                                    std::string_view name) {
  if (value.tag != Value::Tag::node) {
    throw Failure{Code::kind, fmt::format("found a number as the value of the solve `{}`, expected "
                                          "a value at two times",
                                          name)};
  }
  EquationParts parts{unknowns, variables, std::string(name), {}, {}, {}};
  take_term(written_out(value.node()), value.coefficient, {}, parts);
  if (parts.rest.empty()) {
    throw Failure{Code::kind, fmt::format("found no term without `{}` in its own equation, "
                                          "expected one: without, the solution is zero",
                                          name)};
  }
  Equation equation;
  equation.rest = total(parts.rest);
  for (const auto& [leaf, sum] : parts.left) equation.left.emplace_back(leaf, total(sum));
  return equation;
}

void Contour::EquationParts::refuse(std::string_view found) const {
  throw Failure{Code::kind,
                fmt::format("found {1} in its own equation, expected `{0}` to the right of one "
                            "`@`, times numbers and vertices at the first time, as in `F(q) @ (U * "
                            "{0}(q))`: the equation has to be linear in it",
                            name, found)};
}

}  // namespace diagc::expansion
