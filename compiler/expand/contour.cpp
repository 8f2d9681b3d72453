#include "compiler/expand/contour.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/expand/failure.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;

std::vector<AxisArgument> plain_arguments(const std::vector<AxisArgument>& arguments) {
  std::vector<AxisArgument> plain;
  for (std::uint32_t level = 0; level < arguments.size(); ++level)
    plain.push_back({arguments[level].axis, {{level, 1}}});
  return plain;
}

}  // namespace

// What values depend on

const Contour::Leaves* Contour::meaning(NodeId id) const {
  const Node& node = builder_[id];
  const bool is_param = node.kind == Kind::param;
  if (!is_param && node.kind != Kind::input) return nullptr;
  std::uint32_t leaf = node.payload;
  if (!is_param && axes_.is_element(id)) {
    const ExpandedArray& array = axes_.arrays()[axes_.element_of(id).array];
    if (array.kind != ExpandedArray::Kind::input) return nullptr;
    leaf = array.leaf;
  }
  for (const Leaves& leaves : leaves_) {
    if (leaves.is_param == is_param && leaf >= leaves.first && leaf - leaves.first < leaves.count)
      return &leaves;
  }
  return nullptr;
}

std::uint8_t Contour::leaf_dependence(NodeId id) {
  if (axes_.is_element(id)) {
    const ExpandedArray& array = axes_.arrays()[axes_.element_of(id).array];
    if (array.kind == ExpandedArray::Kind::sum) return dependence(Value::of_node(array.body));
    if (array.kind == ExpandedArray::Kind::product) return on_two_times | on_inner_time;
  }
  const Leaves* const leaves = meaning(id);
  return leaves ? leaves->dependence : std::uint8_t{0};
}

/// Of a product of several factors at two times one may be a product along the contour only where the result stands in no other such product.
std::uint8_t Contour::product_dependence(NodeId id) {
  std::size_t factors = 0;
  bool has_inner_time = false;
  for (const Term& operand : builder_.operands(id)) {
    const std::uint8_t own = dependence_[operand.node];
    if ((own & on_two_times) == 0) continue;
    ++factors;
    has_inner_time = has_inner_time || (own & on_inner_time) != 0;
  }
  return factors > 1 && has_inner_time ? on_branched_time : 0;
}

std::uint8_t Contour::dependence(Value value) {
  if (leaves_.empty() || value.tag != Tag::node) return 0;
  const NodeId asked = value.node();
  while (dependence_.size() <= asked) {  // operands come first
    const auto id = static_cast<NodeId>(dependence_.size());
    dependence_.push_back(0);
    std::uint8_t own = leaf_dependence(id);
    for (const Term& operand : builder_.operands(id)) own |= dependence_[operand.node];
    if (builder_[id].kind == Kind::product) own |= product_dependence(id);
    dependence_[id] = own;
  }
  return dependence_[asked];
}

void Contour::refuse_two_times(Value value, std::string_view function) {
  if ((dependence(value) & on_two_times) == 0) return;
  throw Failure{Code::kind,
                fmt::format("found {} of a value at two times, expected sums and products of such "
                            "values alone: what stands at exchanged times is written G'",
                            function)};
}

bool Contour::is_unknown(NodeId node) const {
  const Leaves* const leaves = meaning(node);
  return leaves && leaves->is_unknown;
}

// Nodes

NodeId Contour::product(std::vector<NodeId> factors) {
  if (factors.empty()) return builder_.one();
  return factors.size() == 1 ? factors[0] : builder_.product(factors);
}

NodeId Contour::scaled(NodeId node, CoefficientId coefficient) {
  if (coefficient == unit_coefficient) return node;
  const Term term{node, coefficient};
  return builder_.sum(std::span(&term, 1));
}

NodeId Contour::total(const std::vector<Term>& terms) {
  if (terms.size() == 1) return scaled(terms[0].node, terms[0].coefficient);
  return builder_.sum(terms);
}

/// The node with arguments in the places of variables, by their levels, and arrays over which nothing is summed as their bodies.
NodeId Contour::substituted(NodeId root, const Arguments& by_level,
                            std::unordered_map<NodeId, NodeId>& done) {
  if (const auto found = done.find(root); found != done.end()) return found->second;
  NodeId result = root;
  if (axes_.is_element(root)) {
    const ArrayElement element = axes_.element_of(root);
    Arguments arguments;
    for (const AxisArgument& argument : element.arguments) {
      AxisArgument sum{argument.axis, {}};
      for (const AxisArgument::Term& term : argument.terms)
        sum = axes_.combine(sum, by_level.at(term.level), term.sign);
      arguments.push_back(std::move(sum));
    }
    const ExpandedArray array = axes_.arrays()[element.array];
    if (array.kind == ExpandedArray::Kind::sum && array.summed.empty()) {
      Arguments inner;
      for (std::size_t k = 0; k < array.axes.size(); ++k) {
        inner.resize(std::max<std::size_t>(inner.size(), array.axes[k].level + 1));
        inner[array.axes[k].level] = arguments[k];
      }
      std::unordered_map<NodeId, NodeId> own;
      result = substituted(array.body, inner, own);
    } else {
      result = axes_.leaf(element.array, std::move(arguments), builder_[root].type);
    }
  } else if (!builder_.operands(root).empty()) {
    const std::span<const Term> given = builder_.operands(root);
    std::vector<Term> operands(given.begin(), given.end());
    for (Term& operand : operands) operand.node = substituted(operand.node, by_level, done);
    Node node = builder_[root];
    node.call = no_call;
    result = builder_.add(node, operands);
  }
  done.emplace(root, result);
  return result;
}

/// Arrays over which nothing is summed as their bodies.
NodeId Contour::written_out(NodeId root) {
  std::vector<Arguments> lists;
  list_arguments(root, lists);
  Arguments same;  // every variable as it is
  for (const Arguments& list : lists) {
    for (const AxisArgument& argument : list) {
      for (const AxisArgument::Term& term : argument.terms) {
        same.resize(std::max<std::size_t>(same.size(), term.level + 1));
        same[term.level] = {argument.axis, {{term.level, 1}}};
      }
    }
  }
  std::unordered_map<NodeId, NodeId> done;
  return substituted(root, same, done);
}

/// The different lists of arguments of the elements below a node that have some.
void Contour::list_arguments(NodeId root, std::vector<Arguments>& lists) const {
  std::vector<NodeId> pending{root};
  std::unordered_map<NodeId, bool> seen;
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    if (!seen.emplace(node, true).second) continue;
    if (axes_.is_element(node)) {
      const Arguments& own = axes_.element_of(node).arguments;
      if (!own.empty() && std::ranges::count(lists, own) == 0) lists.push_back(own);
    }
    for (const Term& operand : builder_.operands(node)) pending.push_back(operand.node);
  }
}

/// A node all of whose elements stand at these arguments, at the first variables in their place.
NodeId Contour::at_plain_variables(NodeId root, const Arguments& arguments) {
  std::unordered_map<NodeId, NodeId> done;
  const Arguments plain = plain_arguments(arguments);
  const auto visit = [&](auto&& self, NodeId node) -> NodeId {
    if (const auto found = done.find(node); found != done.end()) return found->second;
    NodeId result = node;
    if (axes_.is_element(node)) {
      const ArrayElement element = axes_.element_of(node);
      result = axes_.leaf(element.array, element.arguments.empty() ? Arguments() : plain,
                          builder_[node].type);
    } else if (!builder_.operands(node).empty()) {
      const std::span<const Term> given = builder_.operands(node);
      std::vector<Term> operands(given.begin(), given.end());
      for (Term& operand : operands) operand.node = self(self, operand.node);
      Node copy = builder_[node];
      copy.call = no_call;
      result = builder_.add(copy, operands);
    }
    done.emplace(node, result);
    return result;
  };
  return visit(visit, root);
}

// Products along the contour

void Contour::check_operand(Value value, std::string_view side) {
  const std::uint8_t on = dependence(value);
  if ((on & on_equal_times) != 0) {
    throw Failure{Code::kind,
                  fmt::format("found rho {} of `@`, expected values at two times", side)};
  }
  if ((on & on_two_times) == 0) {
    throw Failure{Code::kind,
                  fmt::format("found a value without a factor at two times {} of `@`, expected "
                              "products of values such as G, as in `A @ (U * B)`: `@` takes what "
                              "stands next to it, like `*`",
                              side)};
  }
  if ((on & on_branched_time) != 0) {
    throw Failure{Code::kind,
                  fmt::format("found a product {} of `@` with `@` in one of its factors, so that "
                              "three factors at two times meet at one inner time, expected a chain "
                              "of products: give what is inside a `solve` of its own",
                              side)};
  }
}

/// The vertex at exchanged times.
NodeId Contour::exchanged_vertex(NodeId leaf) {
  const Leaves& leaves = *meaning(leaf);
  const Node node = builder_[leaf];
  if (leaves.is_param)
    return builder_.leaf(Kind::param, node.type, leaves.exchanged + node.payload - leaves.first);
  const ArrayElement element = axes_.element_of(leaf);
  ExpandedArray array = axes_.arrays()[element.array];
  array.leaf = leaves.exchanged + array.leaf - leaves.first;
  return axes_.leaf(axes_.array(std::move(array)), element.arguments, node.type);
}

/// What stands at the outer time and numbers; of the right factor what moves to the left one; the rest.
Contour::Factors Contour::sort_factors(NodeId node, bool is_left) {
  std::vector<NodeId> all{node};
  if (builder_[node].kind == Kind::product) {
    all.clear();
    for (const Term& operand : builder_.operands(node)) all.push_back(operand.node);
  }
  Factors factors;
  for (const NodeId factor : all) {
    const Leaves* const leaves = meaning(factor);
    const std::uint8_t on = dependence(Value::of_node(factor));
    const std::uint8_t outer = is_left ? on_vertex : on_exchanged_vertex;
    if (on == 0 || (leaves && on == outer)) {
      factors.outer.push_back(factor);
    } else if (!is_left && leaves && on == on_vertex) {
      factors.moved.push_back(exchanged_vertex(factor));
    } else {
      factors.kept.push_back(factor);
    }
  }
  return factors;
}

/// Whether a sum has a term that is an unknown but for numbers and vertices.
bool Contour::has_unknown_term(NodeId node) const {
  if (builder_[node].kind != Kind::sum) return false;
  const auto is_term = [&](const auto& self, NodeId term) -> bool {
    if (is_unknown(term)) return true;
    const Kind kind = builder_[term].kind;
    return (kind == Kind::product || kind == Kind::sum) &&
           std::ranges::any_of(builder_.operands(term),
                               [&](const Term& operand) { return self(self, operand.node); });
  };
  return std::ranges::any_of(builder_.operands(node),
                             [&](const Term& term) { return is_term(is_term, term.node); });
}

Value Contour::compose(Value a, Value b) {
  if (a.is_zero() || b.is_zero()) return Value::of_integer(0);
  check_operand(a, "left");
  check_operand(b, "right");
  const Value left = Value::of_node(written_out(a.node()), a.coefficient);
  const Value right = Value::of_node(written_out(b.node()), b.coefficient);
  return compose_terms(left, right);
}

Value Contour::compose_terms(Value a, Value b) {
  if (has_unknown_term(b.node())) {
    const std::span<const Term> given = builder_.operands(b.node());
    const std::vector<Term> terms(given.begin(), given.end());
    std::vector<Term> sum;
    for (const Term& term : terms) {
      const Value part = compose_terms(a, Value::of_node(term.node, term.coefficient));
      sum.push_back({part.node(), part.coefficient});
    }
    return Value::of_node(builder_.sum(sum), b.coefficient);
  }
  const CoefficientId coefficient = builder_.coefficients.multiply(a.coefficient, b.coefficient);
  Factors left = sort_factors(a.node(), true);
  Factors right = sort_factors(b.node(), false);
  left.kept.insert(left.kept.end(), right.moved.begin(), right.moved.end());
  NodeId body = product(std::move(left.kept)), other = product(std::move(right.kept));
  std::vector<Arguments> lists;
  list_arguments(body, lists);
  list_arguments(other, lists);
  if (lists.size() != 1) {
    throw Failure{Code::kind,
                  lists.empty()
                      ? "found `@` between values at no axis point, expected both at one, as in "
                        "`A(q) @ B(q)`"
                      : "found `@` between values at different axis points, expected both at one, "
                        "as in `A(q) @ B(q)`"};
  }
  ExpandedArray array;
  array.kind = ExpandedArray::Kind::product;
  for (std::uint32_t level = 0; level < lists[0].size(); ++level)
    array.axes.push_back({level, lists[0][level].axis});
  array.body = at_plain_variables(body, lists[0]);
  array.right = at_plain_variables(other, lists[0]);
  std::vector<NodeId> factors{axes_.leaf(axes_.array(std::move(array)), lists[0], Type::complex)};
  factors.insert(factors.end(), left.outer.begin(), left.outer.end());
  factors.insert(factors.end(), right.outer.begin(), right.outer.end());
  std::erase(factors, builder_.one());
  return Value::of_node(product(std::move(factors)), coefficient);
}

}  // namespace diagc::expansion
