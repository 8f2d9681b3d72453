// The graph for Graphviz.
#pragma once

#include <string>

#include "compiler/graph/graph.h"

namespace diagc {

/// A `digraph` in which arrows lead from operands to what is made of them, so that values flow downwards.
/// Coefficients other than 1 stand on the arrows; a node that is the value of a call bears the call's name.
std::string to_dot(const Graph& graph);

}  // namespace diagc
