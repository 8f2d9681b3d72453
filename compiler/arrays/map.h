// The elements of maps.
#pragma once

#include <complex>
#include <vector>

#include "compiler/arrays/array_graph.h"
#include "compiler/graph/value.h"

namespace diagc::arrays {

/// In C order; `values` are those of all nodes before it. Double precision as diagc::interpret computes it. Imaginary parts of operands that
/// the body takes as real are left out.
std::vector<std::complex<double>> map_elements(
    const ArrayGraph& graph, const ArrayNode& map,
    const std::vector<std::vector<std::complex<double>>>& values);

/// Exactly. Throws std::logic_error where the body has complex nodes or functions, or divides by zero.
std::vector<Rational> map_elements(const ArrayGraph& graph, const ArrayNode& map,
                                   const std::vector<std::vector<Rational>>& values);

}  // namespace diagc::arrays
