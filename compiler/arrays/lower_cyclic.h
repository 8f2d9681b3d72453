// Expanded arrays with cyclic axes → array graph.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/arrays/lower.h"

namespace diagc::arrays {

/// Grids of cyclic axes by their names.
using Grids = std::map<std::string, std::vector<std::uint64_t>>;

/// A sum over cyclic variables becomes a linear map of contractions: products are multiplied out where that lets factors at different arguments
/// apart, factors that no summed variable connects are contracted apart, and what does not depend on a summed variable stands outside. Values of
/// one argument that are more than an element are maps of their own. Outputs of the graph are those of the expansion, then its recursions.
/// Throws std::runtime_error where a grid is missing or names no axis, and where a map has 2^26 elements or more.
Lowered lower(const ArrayExpansion& expansion, const Grids& grids);

}  // namespace diagc::arrays
