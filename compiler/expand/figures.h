// The size of a graph as its rules see it: calls, terms and paths, not scalar operations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// Of a graph as expanded and pruned, before any other pass.
///
/// A *node* is a distinct dynamic value of a family call or output, or the unit. A call that forwards another is that other
/// one; a call that depends on no input (a factor like −N) is a coefficient of the terms it stands in, unless it is an output.
/// An *edge* is one additive term of a node's value, whatever inputs, params and constants it carries; a term
/// that multiplies m ≥ 2 nodes counts m. Graph nodes that are no values of calls are looked into; a sum among the factors
/// of a term is not multiplied out: the nodes in it count as factors of that term. Vectors count by component.
struct GraphFigures {
  std::uint64_t levels = 0;  ///< nodes on the longest path
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  /// Paths, i.e. diagrams, of all outputs together; see count_terms.
  std::optional<Rational> terms;
};

GraphFigures figures(const Graph& graph);

/// By graph node: 1 where it is a node in that sense, the value of a call that depends on an input, an output, or the unit.
std::vector<std::uint8_t> call_values(const Graph& graph);

}  // namespace diagc
