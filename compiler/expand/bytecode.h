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
  jump_and,       ///< to a where the top, a condition, is false; else pops it
  jump_or,        ///< to a where the top, a condition, is true; else pops it
  condition,      ///< refuses a top that is no condition

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
  std::uint32_t parameters = 0;
  std::uint32_t frame_size = 0;  ///< words for the slots
  std::uint32_t stack_size = 0;  ///< most words of operands
  std::vector<Instruction> instructions;
  std::vector<Span> spans;  ///< by instruction: where a message points
};

/// All bodies of a file, with their constants.
struct Program {
  std::vector<Body> families;  ///< defs, then statics: these are calls without arguments
  std::uint32_t first_static = 0;
  std::vector<Body> functions;
  std::vector<Body> outputs;
  std::vector<Value> constants;
  std::vector<Failure> failures;
};

}  // namespace diagc::expansion
