// Tree → bytecode.
#pragma once

#include "compiler/expand/bytecode.h"
#include "compiler/expand/numbers.h"

namespace diagc::expansion {

/// Statics without a default get a body without instructions; their values are given.
Program translate(const rules::Rules& rules, Numbers& numbers);

/// An expression that stands by itself within a declaration: an end of a range.
Body translate_end(const syntax::Expr& expr, const syntax::Decl& decl, Program& program,
                   Numbers& numbers);

}  // namespace diagc::expansion
