// Factor: a b + a c → a (b + c).
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Within each sum: the factor that most terms have in common is taken out of them, then the next,
/// and so on inside what was taken out. Factors of a term are those of its product, when no other
/// node uses that product, and the magnitude of its coefficient when that is not 1. Every group of
/// m terms saves m − 1 multiplications. Nothing when no factor occurs twice in a sum.
std::optional<Graph> factor(const Graph& graph);

}  // namespace diagc::passes
