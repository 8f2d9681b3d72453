// Share: pairs of operands that recur are computed once.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Sub-products a · b of products and sub-sums c a + d b of sums (up to the sign)
/// that occur in several nodes get a node of their own: the most frequent pair first, then the next
/// among what is left, new nodes included, so that longer common parts are built up pair by pair,
/// powers by squaring. For example the loop factor in N · G · rest: of N · G and N · rest the pair
/// that occurs more often is computed once. A pair in m places saves m − 1 operations.
///
/// Effort is bounded: nodes with more than 4096 operands that others use, too, are left alone, and
/// in those with more than 64 only pairs at most 16 places apart (in the order of their numbers)
/// count. Nothing when no pair recurs.
std::optional<Graph> share(const Graph& graph);

}  // namespace diagc::passes
