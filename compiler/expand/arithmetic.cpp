#include "compiler/expand/arithmetic.h"

#include <algorithm>

#include <fmt/format.h>

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;
constexpr std::size_t cached_leaves = 1 << 20;

}  // namespace

// Sums

Value Arithmetic::add(Value a, Value b) {
  if (a.is_static() && b.is_static()) return numbers_.add(a, b);
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return a.is_vector() ? add_vectors(a, b) : add_scalars(a, b);
}

Value Arithmetic::add_scalars(Value a, Value b) {
  if (a.tag == Tag::sum) {
    if (b.tag != Tag::sum) push_term(b);
    return a;
  }
  if (b.tag == Tag::sum && may_shift(terms_.size() - b.index)) {
    make_pending(b.index);
    insert_at(terms_, b.index, term(freeze(a)));
    return b;
  }
  b = freeze(b);
  push_term(a);
  push_term(b);
  return Value::make(Tag::sum, terms_.size() - 2);
}

Value Arithmetic::negate(Value a) {
  if (a.is_static()) return numbers_.subtract(Value::of_integer(0), a);
  return scale(minus_coefficient, a);
}

Value Arithmetic::scale(CoefficientId coefficient, Value a) {
  if (coefficient == unit_coefficient) return a;
  const auto scale_term = [&](Term& term) {
    const auto scaled = coefficients_.multiply(coefficient, term.coefficient);
    term = scaled ? Term{term.node, *scaled} : Term{node(term), coefficient};
  };
  const auto scale_component = [&](Term component) {
    if (component.node != no_node) scale_term(component);
    return component;
  };
  switch (a.tag) {
    case Tag::sum:
      for (std::size_t i = a.index; i < terms_.size(); ++i) {
        if (!coefficients_.multiply(coefficient, terms_[i].coefficient)) make_pending(a.index);
        scale_term(terms_[i]);
      }
      return a;
    case Tag::vector_sum:
      for (std::size_t i = a.index; i < vector_terms_.size(); ++i) {
        for (Term& component : vector_terms_[i]) component = scale_component(component);
      }
      return a;
    case Tag::vector:
      return push_vector(components(a), scale_component);
    default: {
      const auto scaled = coefficients_.multiply(coefficient, a.coefficient);
      if (!scaled) a = rigid(freeze(a));
      a.coefficient = scaled ? *scaled : coefficient;
      return a;
    }
  }
}

// Products and quotients

Value Arithmetic::multiply(Value a, Value b) {
  if (a.is_static() && b.is_static()) return numbers_.multiply(a, b);
  if (a.is_zero() || b.is_zero()) {
    discard(b);
    discard(a);
    return Value::of_integer(0);
  }
  if (a.is_static()) return scale(coefficients_.of(a), b);
  if (b.is_static()) return scale(coefficients_.of(b), a);
  if (b.is_vector()) return multiply_vector(a, b, true);
  if (a.is_vector()) return multiply_vector(a, b, false);
  return multiply_scalars(a, b);
}

void Arithmetic::discard(Value a) {
  if (a.tag == Tag::sum) {
    while (!pending_.empty() && pending_.back().term >= a.index) pending_.pop_back();
    terms_.resize(a.index);
  }
  if (a.tag == Tag::product) factors_.resize(a.index);
  if (a.tag == Tag::vector_sum) vector_terms_.resize(a.index);
}

Value Arithmetic::multiply_scalars(Value a, Value b) {
  if (b.tag == Tag::sum) b = freeze(b);
  if (a.tag == Tag::sum) a = freeze(a);
  if (a.tag == Tag::node && a.node() == builder_.one()) return scale(a.coefficient, b);
  if (b.tag == Tag::node && b.node() == builder_.one()) return scale(b.coefficient, a);
  auto coefficient = coefficients_.multiply(a.coefficient, b.coefficient);
  if (!coefficient) {
    b = rigid(freeze(b));
    coefficient = a.coefficient;
  }
  if (a.tag == Tag::product) {
    if (b.tag == Tag::node) factors_.push_back(b.node());
    return Value::make(Tag::product, a.index, *coefficient);
  }
  if (b.tag == Tag::product && may_shift(factors_.size() - b.index)) {
    insert_at(factors_, b.index, a.node());
    return Value::make(Tag::product, b.index, *coefficient);
  }
  b = freeze(b);
  factors_.push_back(a.node());
  factors_.push_back(b.node());
  ++shift_credit_;
  return Value::make(Tag::product, factors_.size() - 2, *coefficient);
}

Value Arithmetic::divide(Value a, Value b) {
  if (b.is_static()) {
    if (a.is_static()) return numbers_.divide(a, b);
    return scale(coefficients_.of(numbers_.divide(Value::of_integer(1), b)), a);
  }
  if (a.is_zero()) {
    discard(b);
    return a;
  }
  b = freeze(b);
  Term divisor{b.node(), b.coefficient};
  // A number in front of what is divided by stays there: it is no factor of the terms that are counted.
  if (divisor.node != builder_.one() && divisor.coefficient > minus_coefficient)
    divisor = {node(divisor), unit_coefficient};
  const auto quotient = [&](Term numerator) {
    if (numerator.node == no_node) return numerator;
    auto coefficient = coefficients_.divide(numerator.coefficient, divisor.coefficient);
    if (!coefficient) {
      numerator = {node(numerator), unit_coefficient};
      coefficient = *coefficients_.divide(unit_coefficient, divisor.coefficient);
    }
    if (divisor.node == builder_.one()) return Term{numerator.node, *coefficient};
    const NodeId operands[] = {numerator.node, divisor.node};
    return Term{builder_.function(Kind::quotient, operands), *coefficient};
  };
  if (a.is_vector()) return push_vector(take_vector(a), quotient);
  const Term result = quotient(term(freeze(a)));
  return Value::of_node(result.node, result.coefficient);
}

Value Arithmetic::power(Value base, Value exponent) {
  if (base.is_static()) return numbers_.power(base, exponent);
  base = freeze(base);
  if (exponent.is_zero()) return Value::of_integer(1);
  if (exponent.tag != Tag::integer) {
    throw Failure{Code::value, fmt::format("found the exponent {}, expected one of 64 bits",
                                           numbers_.print(exponent))};
  }
  auto coefficient = coefficients_.power(base.coefficient, exponent.integer);
  // As with divide: what is divided by keeps its number.
  if (!coefficient || (exponent.integer < 0 && base.coefficient > minus_coefficient)) {
    base = rigid(base);
    coefficient = unit_coefficient;
  }
  NodeId square = base.node();
  NodeId result = builder_.one();
  for (std::uint64_t rest = exponent.integer < 0 ? -exponent.bits : exponent.bits;;) {
    if (rest & 1) result = product(result, square);
    rest >>= 1;
    if (rest == 0) break;
    square = product(square, square);
  }
  if (exponent.integer < 0 && result != builder_.one()) {
    const NodeId operands[] = {builder_.one(), result};
    result = builder_.function(Kind::quotient, operands);
  }
  return Value::of_node(result, *coefficient);
}

// Functions

Value Arithmetic::complex(Value re, Value im) {
  const NodeId imaginary = node(term(freeze(im)));
  const NodeId operands[] = {node(term(freeze(re))), imaginary};
  return Value::of_node(builder_.function(Kind::complex, operands));
}

Value Arithmetic::function(Kind kind, Value a) {
  if (a.is_vector()) {
    return push_vector(take_vector(a), [&](Term component) {
      if (component.node == no_node) return component;
      const Value value = function(kind, Value::of_node(component.node, component.coefficient));
      return value.node() == zero_node() ? Term{} : term(value);
    });
  }
  const Term operand = term(freeze(a));
  if (kind == Kind::conj || kind == Kind::re || kind == Kind::im) {
    const bool is_real = operand.node == no_node || builder_[operand.node].type == Type::real;
    if (operand.node == no_node || (is_real && kind == Kind::im))
      return Value::of_node(zero_node());
    if (is_real) return Value::of_node(operand.node, operand.coefficient);
    return Value::of_node(builder_.function(kind, std::span(&operand.node, 1)),
                          operand.coefficient);
  }
  const NodeId argument = node(operand);
  return Value::of_node(builder_.function(kind, std::span(&argument, 1)));
}

Value Arithmetic::input(std::uint32_t leaf, Type type, ElementShape shape) {
  const auto leaf_node = [&](std::uint32_t number) {
    if (number >= cached_leaves) return builder_.leaf(Kind::input, type, number);
    if (number >= leaves_.size())
      leaves_.resize(std::min<std::size_t>(cached_leaves, 2 * number + 64), no_node);
    if (leaves_[number] == no_node) leaves_[number] = builder_.leaf(Kind::input, type, number);
    return leaves_[number];
  };
  if (shape == ElementShape::scalar) return Value::of_node(leaf_node(leaf));
  Vector vector;
  for (std::uint32_t c = 0; c < vector.size(); ++c) vector[c].node = leaf_node(leaf + c);
  vector_terms_.push_back(vector);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 1);
}

Value Arithmetic::param(std::uint32_t scalar, Type type, ElementShape shape) {
  if (shape == ElementShape::scalar)
    return Value::of_node(builder_.leaf(Kind::param, type, scalar));
  Vector vector;
  for (std::uint32_t c = 0; c < vector.size(); ++c)
    vector[c].node = builder_.leaf(Kind::param, type, scalar + c);
  vector_terms_.push_back(vector);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 1);
}

}  // namespace diagc::expansion
