// Expanded arrays → array graph.
#pragma once

#include <string>
#include <vector>

#include "compiler/arrays/array_graph.h"
#include "compiler/expand/expand_arrays.h"

namespace diagc::arrays {

/// Where the elements of an input of the graph come from.
struct InputSource {
  bool is_param = false;
  std::uint32_t number =
      0;  ///< of the scalar among those of all params, or the static element among those of all inputs
};

struct Lowered {
  ArrayGraph graph;                 ///< an output for each one of the expansion, in their order
  std::vector<InputSource> inputs;  ///< by input node, in the order of nodes
};

/// A product of elements is a contraction. What else stands in a product is a map over its own variables; params, static elements of inputs
/// and numbers are arrays without axes. Only what the outputs need is made. Throws std::runtime_error where a map has 2^26 elements or more.
Lowered lower(const ArrayExpansion& expansion);

/// Contractions in the place where they are used, as one sum over all their variables: all that are used once, and with `copies` those
/// that are used more often, too. Nodes that no output needs are left out. Throws std::runtime_error where copies have more than `most_tensors`
/// operands.
ArrayGraph merge_contractions(const ArrayGraph& graph, bool copies);

}  // namespace diagc::arrays
