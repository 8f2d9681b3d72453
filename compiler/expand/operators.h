// Operators and built-in functions on values of any kind: checks kinds, then computes.
#pragma once

#include <string_view>

#include "compiler/expand/arithmetic.h"
#include "compiler/expand/bytecode.h"
#include "compiler/expand/derivatives.h"
#include "compiler/expand/numbers.h"

namespace diagc::expansion {

/// What an operand is, for messages: "an element of a set"; or "an argument of `dot`".
struct Role {
  std::string_view text;
  std::string_view name = {};
};

/// Every method throws a Failure that says what was found and what was expected where kinds or values of its operands do not fit.
class Operators {
 public:
  Operators(Arithmetic& arithmetic, Numbers& numbers, Derivatives& derivatives)
      : arithmetic_(arithmetic), numbers_(numbers), derivatives_(derivatives) {}

  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  Value negate(Value a);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  Value floor_divide(Value a, Value b);
  Value modulo(Value a, Value b);
  Value power(Value base, Value exponent);
  Value intersect(Value a, Value b);
  bool compare(Op op, Value a, Value b);  ///< equal … greater_equal
  bool truth(Value a, const Role& role);
  Value set(const Value* elements, std::size_t count);
  Value range(Value first, Value last);
  /// A 64-bit integer, or a set; `role` says of what.
  std::int64_t integer(Value a, const Role& role);
  std::uint64_t mask(Value a, const Role& role);
  Value builtin(rules::Builtin function, Value* arguments, std::size_t count);

 private:
  void require_number(Value a, const Role& role);
  void require_whole(Value a, const Role& role);
  void require_scalar(Value a, const Role& role);
  void require_vector(Value a, const Role& role);
  void require_arithmetic(std::string_view op, Value a, Value b);
  Value extremum(bool is_min, Value* arguments, std::size_t count);
  Value set_extremum(bool is_min, Value set);
  Value derivative(Value value, Value by);

  Arithmetic& arithmetic_;
  Numbers& numbers_;
  Derivatives& derivatives_;
};

}  // namespace diagc::expansion
