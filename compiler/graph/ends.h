// Gradients of outputs: a graph with derivatives of its outputs by inputs or params among its outputs, found by going back from each output
// through the graph once, whatever the number of inputs.
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// `density` by `G` and `N`: outputs d_density_G[a,b], with the indices of the output in front of those of the input, and d_density_N.
///
/// The derivative by a complex number z is ∂/∂z = (∂/∂(re z) − i ∂/∂(im z)) / 2, the ordinary one where the output is holomorphic in z; of a real
/// output, ∂/∂z* is its conjugate. The derivative by a vector is the vector of derivatives by its components as they stand, no index lowered.
struct Gradient {
  std::string output;
  std::vector<std::string> by;  ///< names of inputs and params; empty: all
};

/// `density:G,N`, or `density`. Throws InputError.
Gradient parse_gradient(const std::string& text);

/// The output that it adds.
std::string gradient_name(const std::string& output, const std::string& by);

struct Ends {
  Graph graph;
  std::vector<NodeId> renamed;  ///< by node of the graph as it was; no_node: not needed any more
};

/// The graph with the outputs that the gradients add, those of one output in the order asked for, behind the outputs that are there; the new
/// number of every node. Adjoints of values of calls are values of calls, W(k, v) of adjoint_W(k, v). `outputs`: the names of those that are kept,
/// in the order of the signature; empty: all. Throws InputError where a gradient cannot be had.
Ends ends(const Graph& graph, const std::vector<Gradient>& gradients,
          const std::vector<std::string>& outputs = {});

/// The name of the family of adjoints of a family.
std::string adjoint_name(const std::string& family);

}  // namespace diagc
