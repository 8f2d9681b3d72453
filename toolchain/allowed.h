#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include "toolchain/error_reporter.h"

namespace diagc::machine {

/// How deep expressions and statements of foreign code may nest: what compiles them walks them by
/// recursion, on stacks that are not ours.
inline constexpr int deepest_nesting = 1000;

/// Reports what a declaration of the main file holds beside arithmetic. The list says what may stand in
/// it, and whatever is not on it is reported, with its place:
///   declarations  functions, structures, enumerations, aliases, templates, namespaces, using,
///                 static_assert; variables, outside of functions and static ones constexpr
///   statements    blocks, if, switch, for, while, do, break, continue, return
///   expressions   names, literals of numbers, operators on numbers, subscripts, members, calls by
///                 name of functions that the file defines or that stand in its declarations, lambdas,
///                 casts between numbers, initialiser lists, constructors
///   types         bool, integers, float, double, enumerations, structures, arrays and references
void check_allowed(clang::Decl& declaration, clang::ASTContext& context, ErrorReporter& report);

}  // namespace diagc::machine
