// The graph for other programs.
#pragma once

#include <string>

#include "compiler/graph/graph.h"

namespace diagc {

/// One JSON object:
///
///   {"grammar": "…", "statics": {"n": "4"}, "inputs": [VARIABLE…], "params": […], "outputs": […],
///    "nodes": [NODE…], "results": [node numbers, one for each scalar of the outputs]}
///   VARIABLE {"name", "doc", "ranges": [[first, last]…], "lorentz": bool, "complex": bool, "first": number of its first scalar}
///   NODE     {"kind", "complex": bool} with, where they apply, "scalar" (input, param), "value": [re, im] (constant),
///            "call", "operands": [node numbers], "coefficients": ["1", "-1/2", …] (sums)
///
/// Nodes are numbered from 0, operands before their users; node 0 is the unit.
std::string to_json(const Graph& graph);

}  // namespace diagc
