// Fold: constants, and nodes that are only another node under a new name.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// - A sum or product of one operand becomes that operand. Numbers in products become coefficients of their users, numbers in sums
///   are added exactly, and a divisor that is a number becomes a coefficient, too.
/// - i · i, re i, conj i, and conj, re, im of real values and of complex(a, b) are replaced by what they are equal to.
/// - Constants (floating-point numbers) are multiplied, added and put into functions, in double precision; what would not be finite
///   is left to be computed at run time.
///
/// A coefficient other than ±1 moves on only where that costs no multiplication: into the single user of a node. Nothing when there
/// is nothing to fold.
std::optional<Graph> fold(const Graph& graph);

}  // namespace diagc::passes
