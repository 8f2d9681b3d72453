// Rules with axes + values of the statics → arrays, whose bodies are nodes of one scalar graph.
#pragma once

#include <vector>

#include "compiler/expand/array_values.h"
#include "compiler/expand/expand.h"

namespace diagc {

/// Leaves of `graph` with numbers from `first_element` on are elements of arrays; below that they are static elements of the inputs, numbered
/// as in the signature, where every static element of an input with axes counts as one scalar.
struct ArrayExpansion {
  Graph graph;
  std::vector<Axis> axes;
  std::vector<std::vector<std::uint32_t>> input_axes;  ///< by input of the signature
  std::vector<ExpandedArray> arrays;                   ///< each after those that its body has
  std::vector<ArrayElement> elements;
  std::uint32_t first_element = 0;

  /// One element of an output by its static indices.
  struct Output {
    std::uint32_t output = 0;  ///< of the signature
    std::string name;          ///< "S[0,1]"
    NodeId value = no_node;
    std::vector<AxisVariable>
        axes;  ///< all that are declared, whether the value depends on them or not
  };
  std::vector<Output> outputs;

  /// Of the equation T_i = rest + Σ_j left_j @ T_j of a `solve` one left_j. The element of the output `solve T` has the rest.
  struct Recursion {
    std::size_t element = 0;    ///< of `outputs`
    std::uint32_t unknown = 0;  ///< the static element T_j among those of all inputs
    NodeId left = no_node;      ///< over the axes of the output
  };
  std::vector<Recursion> recursions;
};

/// Takes files without axes, too. Throws InputError.
ArrayExpansion expand_arrays(const rules::Rules& rules, const ExpandOptions& options);

}  // namespace diagc
