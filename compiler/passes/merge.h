// Merge: nodes with equal values become one.
#pragma once

#include <cstddef>
#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Hash-consing on a canonical form, operands first: factors and terms in the order of their
/// numbers, like terms collected (x + x → 2 x; terms that would cancel to zero stay, since x may be
/// infinite or NaN), and sums compared up to a factor: a sum that is c times an earlier one becomes
/// c in front of that. On a graph without cycles going bottom-up this finds the coarsest
/// bisimulation: nodes are one exactly when their unfolded trees agree in this form.
///
/// c = ±1 moves to the users' edges. Another c moves there when the node has one user; else one
/// node c · x stays, one multiplication in place of a whole sum. Nothing when all nodes differ and
/// are in canonical form.
std::optional<Graph> merge(const Graph& graph);
/// The same; `comparisons` counts the pairs of nodes that were compared, about as many as are equal, whatever the graph.
std::optional<Graph> merge(const Graph& graph, std::size_t& comparisons);

}  // namespace diagc::passes
