// Arithmetic on dynamic values: expressions grow into n-ary sums and products, which freezing makes nodes.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "compiler/expand/coefficients.h"
#include "compiler/expand/failure.h"
#include "compiler/expand/numbers.h"
#include "compiler/graph/builder.h"

namespace diagc::expansion {

/// Operands may be static numbers or dynamic values in any mix; Operators checks before that their kinds fit. An open operand is
/// consumed, and the right one lies on top of the left one (see Value). No algebra is done: terms keep their order, none are merged,
/// none cancel. Static factors go to the coefficients of terms, static zeros are dropped.
class Arithmetic {
 public:
  /// Components; node no_node: static zero.
  using Vector = std::array<Term, diagc::components(ElementShape::four_vector)>;

  Arithmetic(GraphBuilder& builder, Numbers& numbers);

  Value add(Value a, Value b);
  Value subtract(Value a, Value b) { return add(a, negate(b)); }
  Value negate(Value a);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  Value power(Value base, Value exponent);

  /// Makes a dynamic scalar product the first term of an open sum, so that what is added to it lies behind it.
  Value open(Value a);
  /// A value that may be named and used often: static, `node` or `vector`.
  Value freeze(Value a);
  /// A frozen value whose coefficients are 1: what a call is worth.
  Value settle(Value a);

  Value dot(Value a, Value b);
  Value vector(std::array<Value, std::tuple_size_v<Vector>> components);
  Value component(Value vector, std::int64_t index);
  Value complex(Value re, Value im);
  /// conj, re, im, sqrt, exp, log, sin, cos; the first three also of vectors, component by component.
  Value function(Kind kind, Value a);
  Value input(std::uint32_t leaf, Type type, ElementShape shape);
  Value param(std::uint32_t scalar, Type type, ElementShape shape);
  Value imaginary() { return Value::of_node(builder_.leaf(Kind::imaginary, Type::complex, 0)); }

  const Vector& components(Value vector) const {
    return vectors_[static_cast<std::size_t>(vector.index)];
  }
  /// The node of coefficient · node, which is that node itself where the coefficient is 1.
  NodeId node(Term term);
  NodeId zero_node();  ///< the dynamic value 0
  /// A number as a dynamic value with coefficient 1.
  Value dynamic(Value number) { return Value::of_node(node(term(number))); }
  Type type(Value a) const;
  /// "the number 3", "the set {1, 2}", "a complex value", "a vector", …
  std::string describe(Value a) const;

  /// What counts against the limit of nodes: nodes and vectors, and terms where there are more than four a node.
  std::size_t size() const {
    return std::max(
        builder_.node_count() + pending_.size() + vectors_.size(),
        (builder_.edge_count() + terms_.size() + factors_.size() + 4 * vector_terms_.size()) / 4);
  }
  void reset();  ///< forgets all open values

 private:
  Value add_scalars(Value a, Value b);
  Value add_vectors(Value a, Value b);
  void push_term(Value value);
  void push_product(Value product);
  void make_pending(std::size_t first_term);
  Value scale(CoefficientId coefficient, Value a);
  Value multiply_scalars(Value a, Value b);
  Value multiply_vector(Value scalar, Value vector, bool scalar_first);
  Value rigid(Value node);
  Term term(Value number_or_node);
  /// An input on its own becomes a sum of one term, so that the call is a node and the input, wherever else it stands, is none.
  NodeId call_node(Term term);
  NodeId product(NodeId a, NodeId b);
  Vector take_vector(Value a);
  Value pool(const Vector& vector);
  /// `map` of each component as a vector of its own on the stack.
  template <class Map>
  Value push_vector(Vector vector, Map map);
  void discard(Value a);
  /// Insertion in front of `count` elements is paid by elements pushed earlier; a recursion that does it at every
  /// level would otherwise take quadratic time.
  bool may_shift(std::size_t count);
  template <class T>
  static void insert_at(std::vector<T>& stack, std::size_t at, const T& element) {
    stack.insert(stack.begin() + static_cast<std::ptrdiff_t>(at), element);
  }

  GraphBuilder& builder_;
  Numbers& numbers_;
  CoefficientArithmetic coefficients_;
  /// A product that is a term of an open sum, not a node yet: those of one sum are made together, since each
  /// of them waits for memory otherwise.
  struct Pending {
    static constexpr std::uint32_t most_factors = 4;
    std::size_t term;
    std::uint32_t count;
    std::array<NodeId, most_factors> factors;
  };

  std::vector<Term> terms_;
  std::vector<Pending> pending_;  ///< ascending by term
  std::vector<NodeId> factors_;
  std::vector<Vector> vector_terms_;
  std::vector<Vector> vectors_;
  std::vector<NodeId> leaves_;  ///< nodes of the first leaves of the inputs
  std::size_t shift_credit_ = 0;
  CoefficientId zero_ = 0;
};

template <class Map>
Value Arithmetic::push_vector(Vector vector, Map map) {
  for (Term& component : vector) component = map(component);
  vector_terms_.push_back(vector);
  return Value::make(Value::Tag::vector_sum, vector_terms_.size() - 1);
}

}  // namespace diagc::expansion
