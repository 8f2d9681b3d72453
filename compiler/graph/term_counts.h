// How many terms a value is the sum of, and how many of the outputs' terms it is a part of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// Terms as count_terms counts them, by node; zero for nodes that stand in divisors only.
struct TermCounts {
  std::vector<Rational> within;       ///< terms of the value itself
  std::vector<Rational> beyond;       ///< ways to complete such a term to one of an output
  std::vector<std::uint8_t> counted;  ///< 0: the node stands in divisors only
  Rational total;                     ///< of all outputs

  Rational through(NodeId node) const { return within[node] * beyond[node]; }
};

/// Nothing where count_terms gives nothing because of functions or constants.
std::optional<TermCounts> term_counts(const Graph& graph);

}  // namespace diagc
