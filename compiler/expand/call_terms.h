// A graph's nodes as the rules see them: values of calls, and the additive terms that they are sums of.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// One additive term of a value: coefficient · leaves · values · others.
struct CallTerm {
  Rational coefficient = 1;
  std::vector<NodeId>
      leaves;  ///< inputs, params, constants, i, and values that depend on params alone
  std::vector<NodeId> values;  ///< of calls
  std::vector<NodeId> others;  ///< sums within a product, quotients, functions
};

/// `is_value` is call_values(graph). Sums without a call of their own are taken apart, products flattened.
std::vector<CallTerm> call_terms(const Graph& graph, const std::vector<std::uint8_t>& is_value,
                                 NodeId node);

}  // namespace diagc
