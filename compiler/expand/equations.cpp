#include <algorithm>

#include <fmt/format.h>

#include "compiler/expand/contour.h"

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

void Contour::collect_terms(Term term, std::vector<Term>& terms) const {
  if (builder_[term.node].kind != Kind::sum) {
    terms.push_back(term);
    return;
  }
  const std::span<const Term> given = builder_.operands(term.node);
  for (const Term& part : std::vector<Term>(given.begin(), given.end())) {
    collect_terms(
        {part.node, builder_.coefficients.multiply(part.coefficient, term.coefficient)}, terms);
  }
}

Contour::Equation Contour::equation(Value value, const Leaves& unknowns, std::uint32_t variables,
                                    std::string_view name) {
  Equation equation;
  if (value.tag != Value::Tag::node) {
    throw Failure{Code::kind, fmt::format("found a number as the value of the solve `{}`, expected "
                                          "a value at two times",
                                          name)};
  }
  const auto refuse = [&](std::string_view found, std::string_view expected) {
    throw Failure{Code::kind,
                  fmt::format("found {} in its own equation, expected {}", found, expected)};
  };
  const std::string plain = fmt::format(
      "`{0}` to the right of one `@`, times numbers and vertices, as in `F(q) @ (U * {0}(q))`: "
      "the equation has to be linear in it",
      name);
  std::unordered_map<NodeId, bool> below;
  std::vector<Term> terms, rest;
  collect_terms({written_out(value.node()), value.coefficient}, terms);
  std::vector<std::pair<std::uint32_t, std::vector<Term>>> left;
  for (const Term& term : terms) {
    if (!stands_below(term.node, unknowns, below)) {
      rest.push_back(term);
      continue;
    }
    std::vector<NodeId> factors{term.node}, others;
    if (builder_[term.node].kind == Kind::product) {
      factors.clear();
      for (const Term& operand : builder_.operands(term.node)) factors.push_back(operand.node);
    }
    NodeId element = no_node;
    for (const NodeId factor : factors) {
      if (!stands_below(factor, unknowns, below)) {
        others.push_back(factor);
        continue;
      }
      if (element != no_node) refuse(fmt::format("`{}` times itself", name), plain);
      element = factor;
    }
    const Leaves* const direct = meaning(element);
    if (direct && direct->first != unknowns.first)
      refuse(fmt::format("`{}'`, the unknown at exchanged times,", name), plain);
    if (direct) refuse(fmt::format("`{}` outside of `@`", name), plain);
    const bool is_array = axes_.is_element(element);
    const ExpandedArray array =
        is_array ? axes_.arrays()[axes_.element_of(element).array] : ExpandedArray();
    if (!is_array || array.kind != ExpandedArray::Kind::product)
      refuse(fmt::format("`{}` in a sum or a product without `@`", name), plain);
    Arguments own;
    for (std::uint32_t level = 0; level < variables; ++level)
      own.push_back({array.axes.at(level).axis, {{level, 1}}});
    if (axes_.element_of(element).arguments != own)
      refuse(fmt::format("`{}` at another axis point", name), plain);
    if (stands_below(array.body, unknowns, below))
      refuse(fmt::format("`{}` to the left of `@`", name), plain);
    const Leaves* const unknown = meaning(array.right);
    if (unknown && unknown->is_unknown && unknown->first != unknowns.first)
      refuse(fmt::format("`{}'`, the unknown at exchanged times,", name), plain);
    if (!unknown || unknown->first != unknowns.first || unknown->is_param) {
      refuse(fmt::format("`{}` with other values at two times to the right of `@`", name), plain);
    }
    for (const NodeId other : others) {
      const std::uint8_t on = dependence(Value::of_node(other));
      if ((on & on_two_times) != 0)
        refuse(fmt::format("`{}` times another value at two times", name), plain);
      if ((on & on_exchanged_vertex) != 0) {
        refuse(fmt::format("`{}` times a vertex at the second time", name),
               "vertices at the first one, without `'`");
      }
    }
    const std::uint32_t leaf = axes_.arrays()[axes_.element_of(array.right).array].leaf;
    others.push_back(array.body);
    auto found = std::ranges::find(left, leaf, &decltype(left)::value_type::first);
    if (found == left.end()) found = left.insert(left.end(), {leaf, {}});
    found->second.push_back({product(std::move(others)), term.coefficient});
  }
  if (rest.empty()) {
    throw Failure{Code::kind, fmt::format("found no term without `{}` in its own equation, "
                                          "expected one: without, the solution is zero",
                                          name)};
  }
  equation.rest = total(rest);
  for (const auto& [leaf, sum] : left) equation.left.emplace_back(leaf, total(sum));
  return equation;
}

}  // namespace diagc::expansion
