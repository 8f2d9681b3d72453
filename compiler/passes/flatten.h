// Flatten: sums in sums and products in products.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Puts the terms of a sum that only one other sum uses (once) into that sum, and the factors of a
/// product that only one other product uses into that product. A coefficient c ≠ ±1 before a sum is
/// multiplied into its terms where they have coefficients of their own to take it up, so that no
/// multiplication is added. Nothing when there is no such sum or product.
std::optional<Graph> flatten(const Graph& graph);

}  // namespace diagc::passes
