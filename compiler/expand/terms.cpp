// Open sums and products on their stacks, and the nodes that they become.
#include <algorithm>

#include "compiler/expand/arithmetic.h"

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;
constexpr std::size_t short_shift = 1024;

}  // namespace

Arithmetic::Arithmetic(GraphBuilder& builder, Numbers& numbers)
    : builder_(builder), numbers_(numbers), coefficients_(builder.coefficients, numbers) {
  zero_ = builder.coefficients.add(0);
}

void Arithmetic::reset() {
  terms_.clear();
  pending_.clear();
  factors_.clear();
  vector_terms_.clear();
}

bool Arithmetic::may_shift(std::size_t count) {
  if (count <= short_shift) return true;
  if (shift_credit_ < count) return false;
  shift_credit_ -= count;
  return true;
}

NodeId Arithmetic::zero_node() {
  const Term zero{builder_.one(), zero_};
  return builder_.sum(std::span(&zero, 1));
}

NodeId Arithmetic::node(Term term) {
  if (term.node == no_node) return zero_node();
  if (term.coefficient == unit_coefficient) return term.node;
  return builder_.sum(std::span(&term, 1));
}

Term Arithmetic::term(Value number_or_node) {
  if (number_or_node.tag == Tag::node) return {number_or_node.node(), number_or_node.coefficient};
  if (number_or_node.is_zero()) return {};
  return {builder_.one(), coefficients_.of(number_or_node)};
}

void Arithmetic::push_term(Value value) {
  ++shift_credit_;
  if (value.tag == Tag::product) return push_product(value);
  terms_.push_back(term(value));
}

void Arithmetic::push_product(Value product) {
  const auto factors = std::span(factors_).subspan(product.index);
  if (factors.size() < 2 || factors.size() > Pending::most_factors) {
    terms_.push_back(term(freeze(product)));
    return;
  }
  Pending& pending = pending_.emplace_back();
  pending.term = terms_.size();
  pending.count = static_cast<std::uint32_t>(factors.size());
  std::copy(factors.begin(), factors.end(), pending.factors.begin());
  terms_.push_back({no_node, product.coefficient});
  factors_.resize(product.index);
}

void Arithmetic::make_pending(std::size_t first_term) {
  std::size_t first = pending_.size();
  while (first > 0 && pending_[first - 1].term >= first_term) --first;
  const auto pending = std::span(pending_).subspan(first);
  for (const Pending& product : pending)
    builder_.prefetch_product(std::span(product.factors).first(product.count));
  for (const Pending& product : pending) {
    terms_[product.term].node = builder_.product(std::span(product.factors).first(product.count));
  }
  pending_.resize(first);
}

Value Arithmetic::rigid(Value node) {
  return Value::of_node(this->node({node.node(), node.coefficient}));
}

NodeId Arithmetic::product(NodeId a, NodeId b) {
  if (a == builder_.one()) return b;
  if (b == builder_.one()) return a;
  const NodeId factors[] = {a, b};
  return builder_.product(factors);
}

Value Arithmetic::open(Value a) {
  if (a.tag != Tag::node && a.tag != Tag::product) return a;
  push_term(a);
  return Value::make(Tag::sum, terms_.size() - 1);
}

Value Arithmetic::freeze(Value a) {
  switch (a.tag) {
    case Tag::sum: {
      make_pending(a.index);
      const auto terms = std::span(terms_).subspan(a.index);
      const Value closed = terms.size() == 1 ? Value::of_node(terms[0].node, terms[0].coefficient)
                                             : Value::of_node(builder_.sum(terms));
      terms_.resize(a.index);
      return closed;
    }
    case Tag::product: {
      const auto factors = std::span(factors_).subspan(a.index);
      const NodeId closed = factors.size() == 1 ? factors[0] : builder_.product(factors);
      factors_.resize(a.index);
      return Value::of_node(closed, a.coefficient);
    }
    case Tag::vector_sum:
      return pool(take_vector(a));
    default:
      return a;
  }
}

NodeId Arithmetic::call_node(Term term) {
  const bool input = builder_[term.node].kind == Kind::input;
  return input ? builder_.sum(std::span(&term, 1)) : node(term);
}

Value Arithmetic::settle(Value a) {
  if (a.tag == Tag::node) return Value::of_node(call_node({a.node(), a.coefficient}));
  if (a.tag != Tag::vector) return a;
  Vector settled = components(a);
  for (Term& component : settled) {
    if (component.node != no_node) component = {call_node(component), unit_coefficient};
  }
  return settled == components(a) ? a : pool(settled);
}

Type Arithmetic::type(Value a) const {
  Type type = Type::real;
  const auto include = [&](NodeId node) {
    if (node != no_node) type = join(type, builder_[node].type);
  };
  switch (a.tag) {
    case Tag::node:
      include(a.node());
      break;
    case Tag::sum:
      for (std::size_t i = a.index; i < terms_.size(); ++i) include(terms_[i].node);
      break;
    case Tag::product:
      for (std::size_t i = a.index; i < factors_.size(); ++i) include(factors_[i]);
      break;
    case Tag::vector:
      for (const Term& component : components(a)) include(component.node);
      break;
    case Tag::vector_sum:
      for (std::size_t i = a.index; i < vector_terms_.size(); ++i) {
        for (const Term& component : vector_terms_[i]) include(component.node);
      }
      break;
    default:
      break;
  }
  return type;
}

std::string Arithmetic::describe(Value a) const {
  switch (a.tag) {
    case Tag::integer:
    case Tag::rational:
      return "the number " + numbers_.print(a);
    case Tag::boolean:
      return "the bool " + numbers_.print(a);
    case Tag::set:
      return "the set " + numbers_.print(a);
    case Tag::variable:
      return "an axis variable";
    case Tag::argument:
      return "a sum of axis variables";
    case Tag::variables:
      return "a family of axis variables";
    case Tag::table:
      return "a condition on axis variables";
    default:
      break;
  }
  const ElementShape shape = a.is_vector() ? ElementShape::four_vector : ElementShape::scalar;
  return "a dynamic " + type_name(shape, type(a) == Type::complex);
}

}  // namespace diagc::expansion
