// Cyclic axes of one point.
#pragma once

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// Whether there are cyclic axes and all of them have one point.
bool has_single_points(const ArrayGraph& graph);

/// The same values of such a graph without sums: every contraction is a product, and every argument the one point. Nodes with axes of static extent, or
/// with several axes, stay as they are.
ArrayGraph without_single_sums(const ArrayGraph& graph);

}  // namespace diagc::arrays
