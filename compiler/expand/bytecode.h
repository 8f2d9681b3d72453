// The instructions that bodies of rules are translated to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/expand/failure.h"
#include "compiler/expand/value.h"
#include "compiler/rules/rules.h"

namespace diagc::expansion {

/// A stack machine: operands come from the top of the value stack, results go there.
enum class Op : std::uint16_t {
  constant,  ///< pushes Program::constants[a]
  local,     ///< pushes slot a of the frame
  bind,      ///< pops into slot a of the frame
  param,     ///< pushes param a
  input,     ///< pops b indices, pushes an element of input a
  imaginary,
  require_variable,  ///< refuses a top that is no axis variable
  input_element,  ///< pops b indices and, below them, the variables of an element of input a, which has axes
  axis_parameter,  ///< turns slot a, the number of an axis, into a variable at the next level
  axes_of,         ///< pushes the axes of the b variables that lie below a other operands
  apply,           ///< puts the b variables below the top in the place of its own
  bind_variables,  ///< slot a = variables of Program::binders[b]; pops the ends of their ranges
  variable,        ///< pops the indices of Program::uses[b], pushes one of the variables in slot a
  close_sum,       ///< sums the top over all variables from those in slot a on
  close_mean,
  call_family,    ///< pops the arguments of Program::families[a]
  call_function,  ///< pops the arguments of fn a
  call_builtin,   ///< pops b arguments of rules::Builtin a
  leave,          ///< ends the body; its value is on top

  open,  ///< see Arithmetic::open
  add,
  subtract,  ///< numbers and dynamic values, or sets
  multiply,  ///< jumps to a (if not 0) where the result is static zero
  divide,
  floor_divide,
  modulo,
  intersect,
  compose,  ///< the product of two values along the contour
  power,
  negate,
  jump_if_zero,  ///< to a where the top, which stays, is static zero
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in_set,
  in_range,
  in_subsets,  ///< b ∈ … of one set, two ends, one set
  bracket,     ///< 1 or 0 for a condition
  logical_not,
  set,    ///< pops b elements
  range,  ///< pops both ends, pushes a set

  jump,           ///< to a
  jump_if_false,  ///< pops a condition; to a where it does not hold
  jump_and,       ///< to a where the top, which stays, is a false condition
  jump_or,        ///< to a where the top, which stays, is a true condition
  conjunction,    ///< and of two conditions
  disjunction,    ///< or

  each_in_range,
  each_in_set,
  each_in_subsets,  ///< replaces both ends, or a set, by an iterator of two words
  next,  ///< slot a = the next of the iterator on top; ends it and jumps to b where there is none
  accumulate_sum,      ///< pops a value, adds it to the value that lies b words below
  accumulate_product,  ///< likewise; where that is static zero drops b words and jumps to a

  unreachable_number,  ///< a number literal past the limit: Program::failures[a]
};

struct Instruction {
  Op op;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// One body: of a def, fn, output or static, or a range.
struct Body {
  enum class Kind : std::uint8_t { family, constant, function, output, range };
  Kind kind;
  std::uint32_t index = 0;  ///< in the list of its kind in Rules
  const syntax::Decl* decl = nullptr;
  std::uint32_t parameters = 0;       ///< axis variables behind the others
  std::uint32_t axis_parameters = 0;  ///< how many of them are axis variables
  std::uint32_t frame_size = 0;       ///< words for the slots
  std::uint32_t stack_size = 0;       ///< most words of operands
  std::vector<Instruction> instructions;
  std::vector<Span> spans;  ///< by instruction: where a message points
};

/// `x : s` or `x[…] : s`.
struct Binder {
  std::uint32_t axis = 0;
  std::uint32_t dimensions = 0;
};

/// `x[i, j]` of a family of axis variables.
struct VariableUse {
  std::string name;
  std::uint32_t indices = 0;
};

/// All bodies of a file, with their constants.
struct Program {
  std::vector<Body> families;  ///< defs, then statics: these are calls without arguments
  std::uint32_t first_static = 0;
  std::vector<Body> functions;
  std::vector<Body> outputs;
  std::vector<Value> constants;
  std::vector<Binder> binders;
  std::vector<VariableUse> uses;
  std::vector<Failure> failures;
};

}  // namespace diagc::expansion
