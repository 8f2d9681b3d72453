// Axis variables, conditions on them, and the arrays that sums over them make.
//
// Expressions over axis variables stay scalar: an element of an array at some variables is a leaf of the scalar graph, so that arithmetic,
// functions and sharing are those of all scalars. An array is a body over its axes and summed variables.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/expand/array_values.h"
#include "compiler/expand/numbers.h"
#include "compiler/expand/value.h"
#include "compiler/graph/builder.h"
#include "compiler/graph/signature.h"

namespace diagc::expansion {

enum class Op : std::uint16_t;

/// Variables have numbers by nesting level inside the body of a family: its own parameters first, a binder takes the next one and gives it
/// back. So equal sums become equal arrays.
class Axes {
 public:
  Axes(GraphBuilder& builder, Numbers& numbers) : builder_(builder), numbers_(numbers) {}

  /// Before any expression is evaluated: names and extents of the axes, axes of the inputs, and the number of scalars of all inputs, from
  /// which on leaves are elements of arrays.
  void declare(std::vector<Axis> axes, std::vector<std::vector<std::uint32_t>> input_axes,
               std::uint32_t leaves);
  const std::vector<Axis>& axes() const { return axes_; }
  const std::vector<std::vector<std::uint32_t>>& input_axes() const { return input_axes_; }

  // Levels
  std::size_t enter();  ///< a body with levels of its own; returns what `leave` takes
  void leave(std::size_t outer);
  void reset();
  Value bind(std::uint32_t axis);  ///< a variable at the next level
  /// Variables x[…], the last index fastest. Throws a Failure where there are too many.
  Value bind(std::uint32_t axis, std::vector<IndexRange> ranges);
  std::uint32_t level_of(Value variables) const;  ///< the first one's
  /// x[indices] of a family; `name` is the family's.
  Value variable(Value family, std::span<const Value> indices, std::string_view name) const;

  // Arguments: variables, and on cyclic axes sums of them
  static bool is_argument(Value a) {
    return a.tag == Value::Tag::variable || a.tag == Value::Tag::argument;
  }
  /// Throw a Failure on an axis of static extent, between different axes, and where a variable would stand in an argument twice.
  Value add(Value a, Value b, int sign);
  Value negate(Value a);

  // Conditions; at least one operand is a variable or a condition on variables
  static bool concerns(Value a) { return is_argument(a) || a.tag == Value::Tag::table; }
  Value compare(Op op, Value a, Value b);
  Value in_set(Value a, std::uint64_t mask);
  Value in_range(Value a, std::int64_t first, std::int64_t last);
  Value conjunction(Value a, Value b, bool is_and);
  Value negation(Value table);
  Value bracket(Value table);  ///< 1 where it holds, else 0

  // Arrays
  /// The element of an input that has axes. `leaf` is the number of its static element, `what` names it in messages.
  Value element(std::uint32_t input, std::uint32_t leaf, Type type,
                std::span<const Value> variables, std::string_view what);
  /// A body's value with its own parameters as variables, such that `apply` can put others there. `body` is frozen.
  Value abstract(Value body);
  Value apply(Value abstracted, std::span<const Value> variables);
  /// Σ (or the mean) over all variables from a level on, of a term coefficient · node.
  struct Closed {
    NodeId node;
    Value factor;  ///< static number
  };
  Closed close(NodeId body, std::uint32_t from_level, bool is_mean);
  /// The same of a static number; a node where the length of a cyclic axis is a factor.
  Closed close(Value number, std::uint32_t from_level, bool is_mean);
  void give_back(std::uint32_t level);  ///< all variables from this level on
  /// Whether the body's variables have so many values that its terms are better summed one by one.
  bool is_large(NodeId body);

  const std::vector<ExpandedArray>& arrays() const { return arrays_; }
  const std::vector<ArrayElement>& elements() const { return elements_; }
  std::uint32_t first_element() const { return first_element_; }
  bool is_element(NodeId node) const;
  const ArrayElement& element_of(NodeId node) const;
  /// The number of an array that is kept once, and one of its elements as a leaf.
  std::uint32_t array(ExpandedArray array);
  NodeId leaf(std::uint32_t array, std::vector<AxisArgument> arguments, Type type) const;
  /// a + sign · b. Throws a Failure as add() does.
  AxisArgument combine(const AxisArgument& a, const AxisArgument& b, int sign) const;

 private:
  using SetId = std::uint32_t;
  struct Family {
    std::uint32_t level;
    std::uint32_t axis;
    std::vector<IndexRange> ranges;
  };
  struct Table {
    std::vector<AxisVariable> variables;  ///< ascending
    std::string bits;                     ///< '0' and '1', the last variable fastest
  };

  static AxisVariable variable_of(Value value) {
    return {static_cast<std::uint32_t>(value.index), value.coefficient};
  }
  static std::vector<AxisArgument> arguments_of(const std::vector<AxisVariable>& variables);
  /// At most 2^63.
  static std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t most = std::uint64_t{1} << 63U;
    return a != 0 && b > most / a ? most : a * b;
  }
  std::uint64_t extent(const AxisVariable& variable) const { return axes_[variable.axis].extent; }
  template <class Holds>
  Value table(std::vector<AxisVariable> variables, Holds holds);
  SetId free_set(NodeId node);
  SetId intern(std::vector<AxisVariable> set);
  SetId join(SetId a, SetId b);
  AxisArgument argument(Value value) const;
  Value value_of(AxisArgument argument);

  GraphBuilder& builder_;
  Numbers& numbers_;
  std::vector<Axis> axes_;
  std::vector<std::vector<std::uint32_t>> input_axes_;
  std::uint32_t first_element_ = 0xffffffffu;

  std::vector<std::uint32_t> level_axes_;  ///< of all bodies under way
  std::size_t base_ = 0;                   ///< where those of the innermost begin
  std::vector<Family> families_;
  std::vector<AxisArgument> arguments_;
  std::map<AxisArgument, std::uint64_t> argument_index_;
  std::vector<Table> tables_;
  std::map<std::pair<std::vector<AxisVariable>, std::string>, std::uint64_t> table_index_;

  std::vector<ExpandedArray> arrays_;
  std::map<ExpandedArray, std::uint32_t> array_index_;
  mutable std::vector<ArrayElement> elements_;
  mutable std::map<ArrayElement, std::uint32_t> element_index_;

  std::vector<SetId> free_;  ///< by node, as far as was asked
  std::vector<std::vector<AxisVariable>> sets_{{}};
  std::map<std::vector<AxisVariable>, SetId> set_index_{{{}, 0}};
  std::unordered_map<std::uint64_t, SetId> unions_;
};

}  // namespace diagc::expansion
