// Index arithmetic of derived rules: `2*i-1` at the label k+1 is `2*k+1`.
#pragma once

#include "compiler/theory/term.h"

namespace diagc::theory {

/// The expression as integers times names, plus an integer, written shortly; as it stands where it is nothing of the kind.
Term simplified(Term index);

/// Two index expressions that are the same for all values of their names, as far as simplified() can tell.
bool same_index(const syntax::Expr& a, const syntax::Expr& b);

/// The integer that an expression of literals is.
std::optional<std::int64_t> literal(const syntax::Expr& expr);

/// a + shift
Term shifted(Term index, std::int64_t shift);

}  // namespace diagc::theory
