#include "compiler/expand/arithmetic.h"

#include <algorithm>

#include <fmt/format.h>

namespace diagc::expansion {

namespace {

using Tag = Value::Tag;
constexpr std::size_t cached_leaves = 1 << 20;
constexpr std::size_t short_shift = 1024;

/// Insertion in front of `count` elements is paid by elements pushed earlier; a recursion that does it at every
/// level would otherwise take quadratic time.
template <class T>
void insert_at(std::vector<T>& stack, std::size_t at, const T& element) {
  stack.insert(stack.begin() + static_cast<std::ptrdiff_t>(at), element);
}

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

// Nodes and terms

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

Value Arithmetic::settle(Value a) {
  if (a.tag == Tag::node) return Value::of_node(node({a.node(), a.coefficient}));
  if (a.tag != Tag::vector) return a;
  Vector settled = components(a);
  for (Term& component : settled) {
    if (component.node != no_node) component = {node(component), unit_coefficient};
  }
  return settled == components(a) ? a : pool(settled);
}

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

Value Arithmetic::add_vectors(Value a, Value b) {
  if (a.tag == Tag::vector_sum) {
    if (b.tag == Tag::vector) vector_terms_.push_back(components(b));
    return a;
  }
  const Vector first = components(a);
  if (b.tag == Tag::vector_sum && may_shift(4 * (vector_terms_.size() - b.index))) {
    insert_at(vector_terms_, b.index, first);
    return b;
  }
  const Vector second = take_vector(b);
  vector_terms_.push_back(first);
  vector_terms_.push_back(second);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 2);
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

Value Arithmetic::multiply_vector(Value a, Value b, bool scalar_first) {
  // Both are closed, the upper one first.
  const Vector vector = scalar_first ? take_vector(b) : Vector{};
  const Value scalar = freeze(scalar_first ? a : b);
  const Vector operand = scalar_first ? vector : take_vector(a);
  return push_vector(operand, [&](Term component) {
    if (component.node == no_node) return component;
    auto coefficient = coefficients_.multiply(scalar.coefficient, component.coefficient);
    if (!coefficient) {
      component = {node(component), unit_coefficient};
      coefficient = scalar.coefficient;
    }
    const NodeId node = scalar_first ? product(scalar.node(), component.node)
                                     : product(component.node, scalar.node());
    return Term{node, *coefficient};
  });
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
  const auto quotient = [&](Term numerator) {
    if (numerator.node == no_node) return numerator;
    Term divisor{b.node(), b.coefficient};
    auto coefficient = coefficients_.divide(numerator.coefficient, divisor.coefficient);
    if (!coefficient) {
      divisor = {node(divisor), unit_coefficient};
      coefficient = numerator.coefficient;
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
  if (!coefficient) {
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

Value Arithmetic::input(std::uint32_t leaf, Type type, bool lorentz) {
  const auto leaf_node = [&](std::uint32_t number) {
    if (number >= cached_leaves) return builder_.leaf(Kind::input, type, number);
    if (number >= leaves_.size())
      leaves_.resize(std::min<std::size_t>(cached_leaves, 2 * number + 64), no_node);
    if (leaves_[number] == no_node) leaves_[number] = builder_.leaf(Kind::input, type, number);
    return leaves_[number];
  };
  if (!lorentz) return Value::of_node(leaf_node(leaf));
  Vector vector;
  for (std::uint32_t c = 0; c < 4; ++c) vector[c].node = leaf_node(leaf + c);
  vector_terms_.push_back(vector);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 1);
}

Value Arithmetic::param(std::uint32_t scalar, Type type, bool lorentz) {
  if (!lorentz) return Value::of_node(builder_.leaf(Kind::param, type, scalar));
  Vector vector;
  for (std::uint32_t c = 0; c < 4; ++c)
    vector[c].node = builder_.leaf(Kind::param, type, scalar + c);
  vector_terms_.push_back(vector);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 1);
}

// Vectors

Arithmetic::Vector Arithmetic::take_vector(Value a) {
  if (a.tag == Tag::vector) return components(a);
  Vector result = vector_terms_[a.index];
  if (vector_terms_.size() - a.index > 1) {
    std::vector<Term> terms;
    for (std::size_t c = 0; c < 4; ++c) {
      terms.clear();
      for (std::size_t i = a.index; i < vector_terms_.size(); ++i) {
        if (vector_terms_[i][c].node != no_node) terms.push_back(vector_terms_[i][c]);
      }
      result[c] = terms.empty()       ? Term{}
                  : terms.size() == 1 ? terms[0]
                                      : Term{builder_.sum(terms), unit_coefficient};
    }
  }
  vector_terms_.resize(a.index);
  return result;
}

Value Arithmetic::pool(const Vector& vector) {
  vectors_.push_back(vector);
  return Value::make(Tag::vector, vectors_.size() - 1);
}

template <class Map>
Value Arithmetic::push_vector(Vector vector, Map map) {
  for (Term& component : vector) component = map(component);
  vector_terms_.push_back(vector);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 1);
}

Value Arithmetic::vector(std::array<Value, 4> components) {
  for (std::size_t c = 4; c-- > 0;) components[c] = freeze(components[c]);
  Vector vector;
  for (std::size_t c = 0; c < 4; ++c) vector[c] = term(components[c]);
  return push_vector(vector, [](Term component) { return component; });
}

Value Arithmetic::component(Value vector, std::int64_t index) {
  const Term component = take_vector(vector)[static_cast<std::size_t>(index)];
  if (component.node == no_node) return Value::of_node(zero_node());
  return Value::of_node(component.node, component.coefficient);
}

Value Arithmetic::dot(Value a, Value b) {
  if (a.is_zero() || b.is_zero()) {
    discard(b);
    discard(a);
    return Value::of_integer(0);
  }
  const Vector right = take_vector(b);
  const Vector left = take_vector(a);
  std::array<Term, 4> terms;
  std::size_t count = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    Term x = left[c];
    Term y = right[c];
    if (x.node == no_node || y.node == no_node) continue;
    auto coefficient = coefficients_.multiply(x.coefficient, y.coefficient);
    if (!coefficient) {
      y = {node(y), unit_coefficient};
      coefficient = x.coefficient;
    }
    terms[count++] = {product(x.node, y.node),
                      c == 0 ? *coefficient : coefficients_.negate(*coefficient)};
  }
  if (count == 0) return Value::of_node(zero_node());
  if (count == 1) return Value::of_node(terms[0].node, terms[0].coefficient);
  return Value::of_node(builder_.sum(std::span(terms.data(), count)));
}

// Kinds

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
    default:
      break;
  }
  const bool is_complex = type(a) == Type::complex;
  if (a.is_vector()) return is_complex ? "a dynamic lorentz<complex>" : "a dynamic lorentz";
  return is_complex ? "a dynamic complex" : "a dynamic real";
}

}  // namespace diagc::expansion
