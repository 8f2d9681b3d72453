// How many terms a graph stands for when all is multiplied out: diagrams, where rules sum those.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// The number of terms of all outputs together: inputs, params and i count 1, every coefficient by its magnitude. A divisor is one
/// factor of each term, whatever it is the sum of: x / y has as many terms as x.
/// Nothing where a term has another function or a floating-point constant as a factor, or where a number passes a million bits.
std::optional<Rational> count_terms(const Graph& graph);

/// By node: 1 where an output depends on it otherwise than through a divisor; terms are counted of these nodes.
std::vector<std::uint8_t> counted_nodes(const Graph& graph);

/// Whether count_terms can tell the terms of the nodes that `counted` marks.
bool have_terms(const Graph& graph, const std::vector<std::uint8_t>& counted);

/// The operands whose terms make a node's terms: all but divisors.
inline std::size_t counted_operands(const Graph& graph, NodeId node) {
  return graph[node].kind == Kind::quotient ? 1 : graph.operand_count(node);
}

}  // namespace diagc
