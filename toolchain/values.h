#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

namespace diagc::machine {

/// What an object of some type holds: vectors of floating point, and floating point numbers beside
/// them.
struct Held {
  unsigned vectors = 0;
  unsigned scalars = 0;
  bool any() const { return vectors + scalars > 0; }
};

/// Of numbers, vectors, and structs and arrays of them; nothing for other types, of references what
/// they refer to.
Held held_by(clang::QualType type);

/// Whether a local variable of this type is a value: it holds some, and is not an array.
bool is_value(clang::QualType type);

/// Whether this lvalue lies in memory: reached by a subscript, a dereferenced pointer or a reference
/// to such a place.
bool in_memory(const clang::Expr* lvalue);

/// `x = y` on structs whose assignment just copies, which Clang writes as a call of an operator.
bool is_plain_copy_assignment(const clang::CXXOperatorCallExpr& call);

}  // namespace diagc::machine
