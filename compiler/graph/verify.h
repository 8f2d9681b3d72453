// The rules that every graph obeys; see the contract in graph.h.
#pragma once

#include "compiler/graph/graph.h"

namespace diagc {

/// Throws std::logic_error that names a node and the rule it breaks.
/// Checked: node 0, and no other, is the unit; operands come before their users; numbers of
/// operands by kind; types; coefficients other than 1 only on sums, in the table, and 0 only as the
/// exact number 0; payloads and calls in range; one output node for each scalar of the signature,
/// and a real output is not made from a complex node.
void verify(const Graph& graph);

}  // namespace diagc
