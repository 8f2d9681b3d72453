// Prune: what no output needs, and what is exactly zero.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Drops nodes that no output needs, terms that are the exact number 0, and products and quotients
/// of that number (the rule of the language: a static zero is the whole value of a product,
/// whatever the other factors are). A dynamic value is never zero here, not even 0.0 · x. Nothing
/// when there is nothing to drop.
std::optional<Graph> prune(const Graph& graph);

}  // namespace diagc::passes
