// Products of two named values are computed by each of their readers.
//
// Two terms of a recurrence may be the same product by chance, at its border, and such a product may be a value with a name. Where parts
// of a graph are to look alike, one node for both would tie them together. This costs operations, so that it is none of the pipeline's
// passes.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Of products of two named values, those without a name that several nodes read, and those with one that are terms of a sum or
/// multiplied with what depends on params alone. Nothing where there are none.
std::optional<Graph> unshare(const Graph& graph);

}  // namespace diagc::passes
