#include "compiler/arrays/lower_cyclic.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/scalar_body.h"
#include "compiler/graph/builder.h"

namespace diagc::arrays {

namespace {

constexpr std::uint64_t largest_cyclic_map = std::uint64_t{1} << 26U;
/// Products that a sum is multiplied out to; beyond, it stays a value of its own.
constexpr std::size_t most_products = 256;

using Variables = std::vector<AxisVariable>;
using Arguments = std::vector<AxisArgument>;

struct Factor {
  ArrayId array = 0;
  Type type = Type::real;
  Arguments arguments;
};

struct Product {
  Rational coefficient = 1;
  std::vector<Factor> factors;
};

bool stands_in(const AxisArgument& argument, const AxisVariable& variable) {
  return argument.axis == variable.axis &&
         std::ranges::count(argument.terms, variable.level, &AxisArgument::Term::level) > 0;
}

bool stands_in(const Factor& factor, const AxisVariable& variable) {
  return std::ranges::any_of(factor.arguments, [&](const AxisArgument& argument) {
    return stands_in(argument, variable);
  });
}

class CyclicLowering {
 public:
  CyclicLowering(const ArrayExpansion& expansion, const Grids& grids)
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

  Lowered run() {
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

 private:
  bool is_element(NodeId id) const {
    return from_.graph[id].kind == Kind::input && from_.graph[id].payload >= from_.first_element;
  }
  bool is_scalar_leaf(NodeId id) const {
    const Kind kind = from_.graph[id].kind;
    return kind == Kind::param || (kind == Kind::input && !is_element(id));
  }
  std::uint64_t extent(std::uint32_t axis) const {
    return cyclic_[axis] == 0 ? from_.axes[axis].extent
                              : builder_.graph.cyclic[cyclic_[axis] - 1].points();
  }

  std::vector<bool> needed_arrays() const;
  ArrayId array(const ExpandedArray& array);
  ArrayId product_along_contour(const ExpandedArray& array);
  ArrayId input(std::string name, InputSource source, const std::vector<std::uint32_t>& axes);
  void declare(ArrayNode& node, std::uint32_t axis) const;
  Factor leaf(NodeId node);
  std::vector<NodeId> leaves_below(NodeId node) const;
  std::vector<Arguments> arguments_below(NodeId node) const;

  ArrayId value(NodeId body, const Variables& axes);
  ArrayId map(NodeId body, const Variables& axes);
  Factor map_at_one_argument(NodeId body, const Arguments& arguments);
  Factor whole(NodeId node);
  std::vector<Product> products(NodeId node);
  ArrayId sum(const ExpandedArray& array);
  std::vector<Factor> contract(Product product, Variables summed, std::vector<std::int32_t> powers);
  Factor component(const std::vector<Factor>& factors, const Variables& summed,
                   std::vector<std::int32_t> powers);
  ArrayId linear(const std::vector<Product>& products, const Variables& axes);
  Operand operand_of(const Factor& factor, const Variables& variables) const;
  void check_size(const ArrayNode& map) const;

  const ArrayExpansion& from_;
  std::vector<ArrayId> array_of_;
  std::vector<std::uint32_t>
      cyclic_;  ///< by axis: 0, or one more than the number of the cyclic one
  ArrayBuilder builder_;
  Lowered result_;
  std::map<std::pair<bool, std::uint32_t>, ArrayId> scalars_;
};

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

std::vector<Product> CyclicLowering::products(NodeId node) {
  const Graph& graph = from_.graph;
  const Kind kind = graph[node].kind;
  if (kind == Kind::one) return {Product{}};
  if (kind == Kind::sum) {
    std::vector<Product> all;
    for (const Term& term : graph.terms(node)) {
      for (Product& product : products(term.node)) {
        product.coefficient *= graph.coefficients()[term.coefficient];
        all.push_back(std::move(product));
      }
      if (all.size() > most_products) return {{1, {whole(node)}}};
    }
    return all;
  }
  if (kind != Kind::product) return {{1, {whole(node)}}};
  std::vector<Product> all{Product{}};
  for (std::size_t k = 0; k < graph.operand_count(node); ++k) {
    const NodeId operand = graph.operand(node, k);
    const bool apart = graph[operand].kind == Kind::product || arguments_below(operand).size() > 1;
    const std::vector<Product> factors = apart ? products(operand)
                                         : graph[operand].kind == Kind::one
                                             ? std::vector<Product>{Product{}}
                                             : std::vector<Product>{{1, {whole(operand)}}};
    if (all.size() * factors.size() > most_products) return {{1, {whole(node)}}};
    std::vector<Product> longer;
    for (const Product& left : all) {
      for (const Product& right : factors) {
        Product& product = longer.emplace_back(left);
        product.coefficient *= right.coefficient;
        product.factors.insert(product.factors.end(), right.factors.begin(), right.factors.end());
      }
    }
    all = std::move(longer);
  }
  return all;
}

ArrayId CyclicLowering::sum(const ExpandedArray& array) {
  std::vector<std::int32_t> powers(builder_.graph.cyclic.size());
  for (const std::uint32_t axis : array.divisors) --powers[cyclic_[axis] - 1];
  std::vector<Product> terms;
  for (Product& product : products(array.body)) {
    const Rational coefficient = product.coefficient;
    terms.push_back({coefficient, contract(std::move(product), array.summed, powers)});
  }
  return linear(terms, array.axes);
}

/// Factors whose product is the sum of a product over `summed`.
std::vector<Factor> CyclicLowering::contract(Product product, Variables summed,
                                             std::vector<std::int32_t> powers) {
  std::vector<Factor>& factors = product.factors;
  std::vector<Factor> result;
  Rational extents = 1;
  // What nothing depends on is a factor; what one argument alone depends on may replace this argument.
  std::erase_if(summed, [&](const AxisVariable& variable) {
    std::size_t count = 0;
    AxisArgument* last = nullptr;
    for (Factor& factor : factors) {
      for (AxisArgument& argument : factor.arguments) {
        if (!stands_in(argument, variable)) continue;
        ++count;
        last = &argument;
      }
    }
    if (count == 1) last->terms = {{variable.level, 1}};
    if (count > 0) return false;
    if (cyclic_[variable.axis] != 0) {
      ++powers[cyclic_[variable.axis] - 1];
    } else {
      extents *= extent(variable.axis);
    }
    return true;
  });
  std::vector<std::size_t> group(factors.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (const AxisVariable& variable : summed) {
    std::optional<std::size_t> first;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (!stands_in(factors[k], variable)) continue;
      if (!first) first = group[k];
      const std::size_t old = group[k];
      for (std::size_t& each : group) {
        if (each == old) each = *first;
      }
    }
  }
  for (std::size_t head = 0; head < factors.size(); ++head) {
    std::vector<Factor> members;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (group[k] == group[head]) members.push_back(factors[k]);
    }
    if (std::ranges::find(group, group[head]) != group.begin() + static_cast<std::ptrdiff_t>(head))
      continue;
    Variables own;
    for (const AxisVariable& variable : summed) {
      if (std::ranges::any_of(members, [&](const Factor& f) { return stands_in(f, variable); }))
        own.push_back(variable);
    }
    if (own.empty()) {
      result.insert(result.end(), members.begin(), members.end());
    } else {
      // The first sum takes the divisions.
      result.push_back(component(members, own, std::exchange(powers, {})));
    }
  }
  for (std::uint32_t axis = 0; axis < powers.size(); ++axis) {
    if (powers[axis] != 0)
      result.push_back({builder_.power_of_length(axis, powers[axis]), Type::real, {}});
  }
  if (extents != 1) result.push_back({builder_.number(extents), Type::real, {}});
  return result;
}

Factor CyclicLowering::component(const std::vector<Factor>& factors, const Variables& summed,
                                 std::vector<std::int32_t> powers) {
  std::set<AxisVariable> free;
  Factor result;
  for (const Factor& factor : factors) {
    result.type = join(result.type, factor.type);
    for (const AxisArgument& argument : factor.arguments) {
      for (const AxisArgument::Term& term : argument.terms) {
        const AxisVariable variable{term.level, argument.axis};
        if (std::ranges::count(summed, variable) == 0) free.insert(variable);
      }
    }
  }
  Variables all(free.begin(), free.end());
  ArrayNode node;
  node.kind = ArrayKind::contract;
  while (!powers.empty() && powers.back() == 0) powers.pop_back();
  node.powers = std::move(powers);
  for (const AxisVariable& variable : all) {
    node.axes.push_back(static_cast<Variable>(node.axes.size()));
    result.arguments.push_back({variable.axis, {{variable.level}}});
  }
  all.insert(all.end(), summed.begin(), summed.end());
  for (const AxisVariable& variable : all) declare(node, variable.axis);
  for (const Factor& factor : factors) node.operands.push_back(operand_of(factor, all));
  result.array = builder_.add(std::move(node));
  return result;
}

/// Σ coefficient Π factors over the axes.
ArrayId CyclicLowering::linear(const std::vector<Product>& products, const Variables& axes) {
  Arguments plain;
  for (const AxisVariable& variable : axes) plain.push_back({variable.axis, {{variable.level}}});
  if (products.size() == 1 && products[0].coefficient == 1 && products[0].factors.size() == 1 &&
      products[0].factors[0].arguments == plain) {
    return products[0].factors[0].array;
  }
  ArrayNode node;
  node.kind = ArrayKind::map;
  for (const AxisVariable& variable : axes) {
    node.axes.push_back(static_cast<Variable>(node.variables.size()));
    declare(node, variable.axis);
  }
  check_size(node);
  GraphBuilder builder(GraphBuilder::Sharing::hash_consed);
  std::vector<Type> types;
  const auto leaf_of = [&](const Factor& factor) {
    Operand operand = operand_of(factor, axes);
    const auto found = std::ranges::find(node.operands, operand) - node.operands.begin();
    if (found == static_cast<std::ptrdiff_t>(node.operands.size())) {
      node.operands.push_back(std::move(operand));
      types.push_back(factor.type);
    }
    const auto number = static_cast<std::uint32_t>(found);
    return builder.leaf(Kind::input, types[number], number);
  };
  std::vector<Term> terms;
  for (const Product& product : products) {
    std::vector<NodeId> factors;
    for (const Factor& factor : product.factors) factors.push_back(leaf_of(factor));
    const NodeId value = factors.empty()       ? builder.one()
                         : factors.size() == 1 ? factors[0]
                                               : builder.product(factors);
    terms.push_back({value, builder.coefficients.add(product.coefficient)});
  }
  if (terms.empty()) terms.push_back({builder.one(), builder.coefficients.add(0)});
  const NodeId root = builder.sum(terms);
  const Type type = builder[root].type;
  node.body = std::make_shared<const Graph>(
      builder.finish({root}, body_signature(types, type), std::make_shared<const CallTable>()));
  return builder_.add(std::move(node));
}

}  // namespace

Lowered lower(const ArrayExpansion& expansion, const Grids& grids) {
  return CyclicLowering(expansion, grids).run();
}

}  // namespace diagc::arrays
