#include "compiler/graph/adjoints.h"

#include <algorithm>

namespace diagc {

Adjoints::Adjoints(GraphBuilder& builder, const Dependence& dependence, NodeId value)
    : builder_(builder), dependence_(dependence) {
  if (!dependence_[value]) return;
  const Term none{no_node};
  add(value, {builder_.one()}, none);
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_);
    const NodeId node = heap_.back();
    heap_.pop_back();
    Open sums = std::move(open_.at(node));
    open_.erase(node);
    Pair adjoint{closed(sums.direct), closed(sums.conjugate)};
    // The derivative of a real value by a real one, found by way of complex ones.
    const Term found = adjoint.direct;
    if (builder_[value].type == Type::real && builder_[node].type == Type::real &&
        found.node != no_node && builder_[found.node].type == Type::complex)
      adjoint.direct = {builder_.function(Kind::re, {&found.node, 1}), found.coefficient};
    if (adjoint.direct.node != no_node) {
      entries_.push_back({node, adjoint.direct});
      found_.emplace(node, adjoint.direct);
    }
    spread(node, adjoint);
  }
}

Term Adjoints::of(NodeId node) const {
  const auto found = found_.find(node);
  return found == found_.end() ? Term{no_node} : found->second;
}

Term Adjoints::closed(Sum& sum) {
  if (sum.empty()) return {no_node};
  if (sum.size() == 1) return sum[0];
  return {builder_.sum(sum)};
}

/// Factors of 1 are left out.
Term Adjoints::times(Term a, Term b) {
  if (a.node == no_node || b.node == no_node) return {no_node};
  const CoefficientId coefficient = builder_.coefficients.multiply(a.coefficient, b.coefficient);
  if (a.node == builder_.one()) return {b.node, coefficient};
  if (b.node == builder_.one()) return {a.node, coefficient};
  const NodeId factors[] = {a.node, b.node};
  return {builder_.product(factors), coefficient};
}

Term Adjoints::over(Term a, NodeId divisor) {
  if (a.node == no_node) return a;
  const NodeId operands[] = {a.node, divisor};
  return {builder_.function(Kind::quotient, operands), a.coefficient};
}

Term Adjoints::conjugated(Term a) {
  if (a.node == no_node || builder_[a.node].type == Type::real) return a;
  return {builder_.function(Kind::conj, {&a.node, 1}), a.coefficient};
}

Term Adjoints::number(std::int64_t numerator, std::int64_t denominator) {
  return {builder_.one(), builder_.coefficients.add(Rational(numerator, denominator))};
}

Term Adjoints::imaginary(Term a) {
  return times(a, {builder_.leaf(Kind::imaginary, Type::complex, 0)});
}

void Adjoints::add(NodeId operand, Term direct, Term conjugate) {
  if (!dependence_[operand] || (direct.node == no_node && conjugate.node == no_node)) return;
  const auto [entry, is_new] = open_.try_emplace(operand);
  if (is_new) {
    heap_.push_back(operand);
    std::ranges::push_heap(heap_);
  }
  if (direct.node != no_node) entry->second.direct.push_back(direct);
  if (conjugate.node == no_node) return;
  // A real value is its own conjugate.
  const bool is_real = builder_[operand].type == Type::real;
  (is_real ? entry->second.direct : entry->second.conjugate).push_back(conjugate);
}

void Adjoints::add_holomorphic(NodeId operand, const Pair& adjoint, Term derivative) {
  if (!dependence_[operand]) return;
  add(operand, times(adjoint.direct, derivative),
      adjoint.conjugate.node == no_node ? adjoint.conjugate
                                        : times(adjoint.conjugate, conjugated(derivative)));
}

void Adjoints::spread(NodeId node, const Pair& adjoint) {
  const auto span = builder_.operands(node);
  const std::vector<Term> operands(span.begin(), span.end());  // the builder grows
  switch (builder_[node].kind) {
    case Kind::one:
    case Kind::imaginary:
    case Kind::constant:
    case Kind::input:
    case Kind::param:
      return;
    case Kind::sum:
      for (const Term& term : operands)
        add_holomorphic(term.node, adjoint, {builder_.one(), term.coefficient});
      return;
    case Kind::product: {
      std::vector<NodeId> factors;
      for (const Term& term : operands) factors.push_back(term.node);
      return spread_product(factors, adjoint);
    }
    case Kind::quotient:
      return spread_quotient(node, operands[0].node, operands[1].node, adjoint);
    case Kind::complex: {
      // d(a + i b): f_a = f_w + f_w*, f_b = i (f_w - f_w*).
      const Term conjugate = adjoint.conjugate;
      add(operands[0].node, adjoint.direct, conjugate);
      const Term negative = times(conjugate, number(-1, 1));
      add(operands[1].node, imaginary(adjoint.direct),
          conjugate.node == no_node ? conjugate : imaginary(negative));
      return;
    }
    default:
      return spread_function(node, operands[0].node, adjoint);
  }
}

/// By one factor alone: the product of the others. By several: of those before times of those behind, each of which is one product more.
void Adjoints::spread_product(std::span<const NodeId> factors, const Pair& adjoint) {
  const std::size_t count = factors.size();
  const auto depends = [&](NodeId factor) { return dependence_[factor]; };
  if (count > 2 && std::ranges::count_if(factors, depends) == 1) {
    const auto at = std::ranges::find_if(factors, depends);
    std::vector<NodeId> others(factors.begin(), at);
    others.insert(others.end(), at + 1, factors.end());
    return add_holomorphic(*at, adjoint, {builder_.product(others)});
  }
  const Term unit{builder_.one()};
  std::vector<Term> behind(count, unit);
  for (std::size_t i = count - 1; i-- > 0;) behind[i] = times({factors[i + 1]}, behind[i + 1]);
  Term before = unit;
  for (std::size_t i = 0; i < count; ++i) {
    if (depends(factors[i])) add_holomorphic(factors[i], adjoint, times(before, behind[i]));
    if (i + 1 < count) before = times(before, {factors[i]});
  }
}

/// w = a / b: w_a = 1 / b, w_b = - w / b.
void Adjoints::spread_quotient(NodeId node, NodeId numerator, NodeId divisor, const Pair& adjoint) {
  const Pair scaled{over(adjoint.direct, divisor),
                    adjoint.conjugate.node == no_node
                        ? adjoint.conjugate
                        : over(adjoint.conjugate, conjugated({divisor}).node)};
  add(numerator, scaled.direct, scaled.conjugate);
  add_holomorphic(divisor, scaled, times({node}, number(-1, 1)));
}

void Adjoints::spread_function(NodeId node, NodeId operand, const Pair& adjoint) {
  const auto apply = [&](Kind kind) { return builder_.function(kind, {&operand, 1}); };
  switch (builder_[node].kind) {
    case Kind::conj:
      // A real operand is its own conjugate, and so is the node.
      if (builder_[operand].type == Type::real) return add(operand, adjoint.direct, {no_node});
      return add(operand, adjoint.conjugate, adjoint.direct);
    case Kind::re:
      if (builder_[operand].type == Type::real) return add(operand, adjoint.direct, {no_node});
      {
        const Term half = times(adjoint.direct, number(1, 2));
        return add(operand, half, half);
      }
    case Kind::im:
      if (builder_[operand].type == Type::real) return;
      {
        const Term half = times(imaginary(adjoint.direct), number(1, 2));
        return add(operand, times(half, number(-1, 1)), half);
      }
    case Kind::sqrt: {
      const Term half = number(1, 2);
      return add_holomorphic(operand, adjoint, over(half, node));
    }
    case Kind::exp:
      return add_holomorphic(operand, adjoint, {node});
    case Kind::log: {
      const Term one{builder_.one()};
      return add_holomorphic(operand, adjoint, over(one, operand));
    }
    case Kind::sin:
      return add_holomorphic(operand, adjoint, {apply(Kind::cos)});
    case Kind::cos:
      return add_holomorphic(operand, adjoint, times({apply(Kind::sin)}, number(-1, 1)));
    default:
      throw std::logic_error("adjoints: a node without a derivative");
  }
}

}  // namespace diagc
