// How many diagrams a value is the sum of, and how many pass through it.
#pragma once

#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// By node. Inputs, params and constants count 1, coefficients by their magnitude.
struct DiagramCounts {
  std::vector<Rational> within;  ///< terms of the value itself
  std::vector<Rational> beyond;  ///< ways to complete such a term to one of an output
  Rational total;                ///< of all outputs

  Rational through(NodeId node) const { return within[node] * beyond[node]; }
};

/// Nothing where the graph divides or has other functions.
std::optional<DiagramCounts> count_diagrams(const Graph& graph);

}  // namespace diagc
