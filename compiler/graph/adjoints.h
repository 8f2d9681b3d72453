// Derivatives of one value by many leaves, in one sweep from the value back to them.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/graph/builder.h"

namespace diagc {

/// By node of a builder: whether its value depends on some of the leaves. Grows with the builder.
class Dependence {
 public:
  /// `wanted`: whether a leaf is one of them, asked once for each.
  template <class Wanted>
  void extend(const GraphBuilder& builder, Wanted wanted);
  bool operator[](NodeId node) const { return depends_[node] != 0; }

 private:
  std::vector<std::uint8_t> depends_;
};

/// The adjoints of a value f: ∂f/∂w for each node w between f and the leaves, as nodes of the same builder.
///
/// A real node has one adjoint, the derivative of f by its value. A complex node w has two, Wirtinger's derivatives ∂f/∂w and ∂f/∂w*, which
/// are those of f as a function of w and w* taken as independent: 2 ∂/∂w = ∂/∂(re w) − i ∂/∂(im w). The second one vanishes, and costs nothing,
/// unless f depends on w through `conj`, `re` or `im`; where f is holomorphic in w, the first is the ordinary derivative.
///
/// A product of m factors takes 3 m − 6 products more than the m that its adjoint is multiplied with, all else one operation an edge: value and
/// adjoints of a graph of sums and products of two cost three times the value.
class Adjoints {
 public:
  /// `dependence` knows all nodes up to `value`.
  Adjoints(GraphBuilder& builder, const Dependence& dependence, NodeId value);

  /// coefficient · node; node no_node: 0.
  Term of(NodeId node) const;
  /// Every node that has one, as it was found: users first.
  struct Entry {
    NodeId node;
    Term adjoint;
  };
  std::span<const Entry> entries() const { return entries_; }

 private:
  using Sum = std::vector<Term>;
  /// What has been found so far of ∂f/∂w and ∂f/∂w*.
  struct Open {
    Sum direct, conjugate;
  };
  struct Pair {
    Term direct, conjugate;
  };

  Term closed(Sum& sum);
  Term times(Term a, Term b);
  Term over(Term a, NodeId divisor);
  Term conjugated(Term a);
  Term number(std::int64_t numerator, std::int64_t denominator);
  Term imaginary(Term a);
  void add(NodeId operand, Term direct, Term conjugate);
  /// f depends on the operand through a function of it that has this derivative.
  void add_holomorphic(NodeId operand, const Pair& adjoint, Term derivative);
  void spread(NodeId node, const Pair& adjoint);
  void spread_product(std::span<const NodeId> factors, const Pair& adjoint);
  void spread_quotient(NodeId node, NodeId numerator, NodeId divisor, const Pair& adjoint);
  void spread_function(NodeId node, NodeId operand, const Pair& adjoint);

  GraphBuilder& builder_;
  const Dependence& dependence_;
  std::unordered_map<NodeId, Open> open_;
  std::vector<NodeId> heap_;  ///< of open_, the largest first
  std::vector<Entry> entries_;
  std::unordered_map<NodeId, Term> found_;
};

template <class Wanted>
void Dependence::extend(const GraphBuilder& builder, Wanted wanted) {
  depends_.reserve(builder.node_count());
  while (depends_.size() < builder.node_count()) {
    const auto node = static_cast<NodeId>(depends_.size());
    bool depends = false;
    for (const Term& term : builder.operands(node)) depends |= depends_[term.node] != 0;
    const Kind kind = builder[node].kind;
    if (kind == Kind::input || kind == Kind::param) depends = wanted(builder[node]);
    depends_.push_back(depends);
  }
}

}  // namespace diagc
