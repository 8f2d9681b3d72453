// Vectors: four components that each are terms.
#include "compiler/expand/arithmetic.h"

namespace diagc::expansion {

using Tag = Value::Tag;

Arithmetic::Vector Arithmetic::take_vector(Value a) {
  if (a.tag == Tag::vector) return components(a);
  Vector result = vector_terms_[a.index];
  if (vector_terms_.size() - a.index > 1) {
    std::vector<Term> terms;
    for (std::size_t c = 0; c < result.size(); ++c) {
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

Value Arithmetic::vector(std::array<Value, std::tuple_size_v<Vector>> components) {
  for (std::size_t c = components.size(); c-- > 0;) components[c] = freeze(components[c]);
  Vector vector;
  for (std::size_t c = 0; c < vector.size(); ++c) vector[c] = term(components[c]);
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
  Vector terms;
  std::size_t count = 0;
  for (std::size_t c = 0; c < left.size(); ++c) {
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

Value Arithmetic::add_vectors(Value a, Value b) {
  if (a.tag == Tag::vector_sum) {
    if (b.tag == Tag::vector) vector_terms_.push_back(components(b));
    return a;
  }
  const Vector first = components(a);
  if (b.tag == Tag::vector_sum && may_shift(first.size() * (vector_terms_.size() - b.index))) {
    insert_at(vector_terms_, b.index, first);
    return b;
  }
  const Vector second = take_vector(b);
  vector_terms_.push_back(first);
  vector_terms_.push_back(second);
  return Value::make(Tag::vector_sum, vector_terms_.size() - 2);
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

}  // namespace diagc::expansion
