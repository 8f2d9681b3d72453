// How messages of the checker call declarations and say what is expected of their uses.
#pragma once

#include <string>

#include "compiler/rules/rules.h"

namespace diagc::rules {

syntax::Target::Kind target_kind(const syntax::Decl& decl);

/// What a name with a meaning at two times stands for: G, G' and rho(G) of a green, U and U' of a vertex, T and T' of a solve; else one.
std::uint32_t count_of_times(const syntax::Decl& decl);

/// `input`, or `green`, `solve` or a `vertex` with axes, which are used like one.
bool is_input(const syntax::Decl& decl);
/// `output`, or `self`, `local` or `mu`, whose names nothing uses.
bool is_output(const syntax::Decl& decl);

/// What a use of a name has behind it: "3 indices for the input `G`", "the def `F` without
/// arguments". `kind` is how the thing named is called; empty for a bound name.
std::string written(const syntax::Expr& expr, std::string_view kind);

/// "2 arguments: `F(a, b)`", "2 indices: `G[0..n, 0..n]`", "the name alone".
std::string usage(const syntax::Decl& decl, const Source& source);
std::string usage(const BuiltinInfo& builtin);

/// "2 axis variables: `T[1..n](s, s)`" of an input, def or fn that has axes.
std::string axis_usage(const syntax::Decl& decl);
/// "no axis variables", "1 axis variable", "2 axis variables".
std::string axis_variables(std::size_t count);

}  // namespace diagc::rules
