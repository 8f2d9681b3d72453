// How many terms a graph stands for when all is multiplied out: diagrams, where rules sum those.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc {

/// The number of terms of all outputs together: inputs, params and i count 1, every coefficient by its magnitude.
/// Nothing where the graph divides or has other functions or floating-point constants, or where a number passes
/// a million bits.
std::optional<Rational> count_terms(const Graph& graph);

}  // namespace diagc
