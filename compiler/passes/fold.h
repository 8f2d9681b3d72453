// Fold: constants, and nodes that are only another node under a new name.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// - Sums and products of one operand are that operand; numbers in products become coefficients of
/// their users, numbers in
///   sums are added exactly; a divisor that is a number becomes a coefficient, too.
/// - i · i, re i, conj i, and conj, re, im of real values and of complex(a, b) are what they are.
/// - Constants (floating-point numbers) are multiplied, added and put into functions, in double
/// precision; a result that
///   is not finite is left to be computed at run time.
/// A coefficient other than ±1 moves on only where that costs no multiplication: into the single
/// user of a node. Nothing when there is nothing to fold.
std::optional<Graph> fold(const Graph& graph);

}  // namespace diagc::passes
