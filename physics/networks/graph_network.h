// The network at the end of an array graph, and the numbers of its tensors.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "compiler/arrays/array_graph.h"
#include "physics/networks/element.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

/// The sum of the graph's one output, with the operands of its last contraction as tensors, and one of ones for each summed variable that stands in
/// none; an output that is no contraction is the only tensor of its own network.
arrays::Network last_network(const arrays::ArrayGraph& graph);

/// Whether the tensors of that network depend on contractions before it.
bool has_inner_contractions(const arrays::ArrayGraph& graph);

/// Its tensors' numbers, from those of the inputs in the order of their nodes (real or complex ones, in C order). Maps are computed in double
/// precision, contractions before the last one with plans of their own, in at most `memory` bytes. Elements 0 and 1 of constants, and
/// the numbers 0 and 1 of the file, are those of the semiring: −∞ and 0 for `tropical`. Throws std::runtime_error where a contraction has no plan, or a number is beyond double precision.
TensorValues last_values(const arrays::ArrayGraph& graph,
                         const std::vector<std::vector<std::complex<double>>>& inputs,
                         bool is_complex, Element element, std::uint64_t memory, unsigned threads);

}  // namespace diagc::networks
