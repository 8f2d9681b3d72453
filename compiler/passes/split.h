// Split: long sums become chains of partial sums.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// A sum of more than 24 terms adds 16 at a time to what came before, its terms in the order in which their operands
/// were expanded. The number of operations stays the same; what becomes shorter is the emitted statement, which nests as
/// deep as the sum is long. Nothing when all sums are short. Last in the list, since `flatten` would undo it.
std::optional<Graph> split(const Graph& graph);

}  // namespace diagc::passes
