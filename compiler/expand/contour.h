// Values at two times z, z' of a contour: what values depend on, products along the contour, equations of a `solve`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/expand/axes.h"
#include "compiler/expand/value.h"
#include "compiler/graph/builder.h"

namespace diagc::expansion {

class Contour {
 public:
  Contour(GraphBuilder& builder, Axes& axes) : builder_(builder), axes_(axes) {}

  /// What a value depends on; bits.
  enum Dependence : std::uint8_t {
    on_two_times = 1,
    on_equal_times = 2,
    on_vertex = 4,            ///< at the first time
    on_exchanged_vertex = 8,  ///< at the second one
    on_inner_time = 16,       ///< a product along the contour
    on_branched_time = 32,    ///< such a product times something else at two times
  };
  /// Leaves from a number on that mean one of these, and the first of those that mean the same at exchanged times.
  struct Leaves {
    bool is_param = false;
    std::uint32_t first = 0, count = 0;
    Dependence dependence = on_two_times;
    std::uint32_t exchanged = 0;
    bool is_unknown = false;  ///< of a solve
  };
  void declare(std::vector<Leaves> leaves) { leaves_ = std::move(leaves); }
  bool is_declared() const { return !leaves_.empty(); }

  /// Of a frozen value: Dependence bits.
  std::uint8_t dependence(Value value);
  /// Throws a Failure where an argument of `function` depends on two times.
  void refuse_two_times(Value value, std::string_view function);

  /// ∫_C a(z, s) b(s, z') ds of frozen values at one axis point. What stands at the outer times is taken out of it, vertices at s stand in its left
  /// factor, and it is distributed over sums with the unknowns of a solve. Throws a Failure where the operands are something else than values at two
  /// times, at one axis point, with two factors at s.
  Value compose(Value a, Value b);

  /// The right side of an equation T_i = rest + Σ_j left_j @ T_j.
  struct Equation {
    NodeId rest = no_node;
    std::vector<std::pair<std::uint32_t, NodeId>> left;  ///< by leaf of T_j
  };
  /// Of a frozen value over `variables` variables, the first ones; `unknowns` are the leaves of the equations' T. Throws a Failure where it is not linear
  /// in them.
  Equation equation(Value value, const Leaves& unknowns, std::uint32_t variables,
                    std::string_view name);

 private:
  using Arguments = std::vector<AxisArgument>;
  struct Factors {
    std::vector<NodeId> kept, outer, moved;
  };

  std::uint8_t leaf_dependence(NodeId node);
  std::uint8_t product_dependence(NodeId node);
  const Leaves* meaning(NodeId leaf) const;
  bool is_unknown(NodeId node) const;
  NodeId exchanged_vertex(NodeId leaf);
  NodeId product(std::vector<NodeId> factors);
  NodeId scaled(NodeId node, CoefficientId coefficient);
  NodeId total(const std::vector<Term>& terms);
  NodeId substituted(NodeId root, const Arguments& by_level,
                     std::unordered_map<NodeId, NodeId>& done);
  NodeId written_out(NodeId root);
  void list_arguments(NodeId root, std::vector<Arguments>& lists) const;
  NodeId at_plain_variables(NodeId root, const Arguments& arguments);
  void check_operand(Value value, std::string_view side);
  Factors sort_factors(NodeId node, bool is_left);
  bool has_unknown_term(NodeId node) const;
  Value compose_terms(Value a, Value b);
  /// The right side of an equation as it is taken apart.
  struct EquationParts {
    const Leaves& unknowns;
    std::uint32_t variables = 0;
    std::string name;
    std::unordered_map<NodeId, bool> below;  ///< whether an unknown stands below a node
    std::vector<Term> rest;
    std::vector<std::pair<std::uint32_t, std::vector<Term>>> left;
    [[noreturn]] void refuse(std::string_view found) const;
  };
  void take_term(NodeId node, CoefficientId coefficient, std::vector<NodeId> factors,
                 EquationParts& parts);
  void take_recursion(NodeId element, CoefficientId coefficient, std::vector<NodeId> factors,
                      EquationParts& parts);
  bool stands_below(NodeId node, const Leaves& unknowns,
                    std::unordered_map<NodeId, bool>& known) const;

  GraphBuilder& builder_;
  Axes& axes_;
  std::vector<Leaves> leaves_;
  std::vector<std::uint8_t> dependence_;  ///< by node, as far as was asked
};

}  // namespace diagc::expansion
