// How strongly the forms of expression bind; shared by parser and printer.
#pragma once

#include "compiler/syntax/tree.h"

namespace diagc::syntax {

/// Weakest first. `expression` is `if` and `let`, which reach as far right as they can.
enum class Level {
  expression,
  logical_or,
  logical_and,
  logical_not,
  compare,
  range,
  add,
  multiply,
  unary,
  power,
  primary,
};

constexpr Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

Level level_of(Op op);
Level level_of(const Expr& expr);

}  // namespace diagc::syntax
