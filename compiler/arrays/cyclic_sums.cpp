// Sums over cyclic variables: multiplied out, contracted group by group, put together.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "compiler/arrays/cyclic_lowering.h"
#include "compiler/arrays/scalar_body.h"
#include "compiler/graph/builder.h"

namespace diagc::arrays::cyclic {

namespace {

/// Products that a sum is multiplied out to; beyond, it stays a value of its own.
constexpr std::size_t most_products = 256;

bool stands_in(const AxisArgument& argument, const AxisVariable& variable) {
  return argument.axis == variable.axis &&
         std::ranges::count(argument.terms, variable.level, &AxisArgument::Term::level) > 0;
}

bool stands_in(const Factor& factor, const AxisVariable& variable) {
  return std::ranges::any_of(factor.arguments, [&](const AxisArgument& argument) {
    return stands_in(argument, variable);
  });
}

}  // namespace

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

}  // namespace diagc::arrays::cyclic
