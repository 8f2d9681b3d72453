// The reference meaning of array graphs whose numbers are functions of two points of a contour, of finitely many points.
#pragma once

#include <complex>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// A function of two points of the contour, [z][z'].
using ContourFunction = std::vector<std::complex<double>>;

/// Of one node that is no input, by element, from the values of all nodes before it.
std::vector<ContourFunction> elements_on_contour(
    const ArrayGraph& graph, ArrayId node, const std::vector<std::vector<ContourFunction>>& values,
    const std::vector<std::complex<double>>& weights);

/// By node and element: all of a graph's values, from those of the inputs in the order of their nodes. `weights`: of each point in ∫_C ds. The graph may
/// have every kind of node; equations of volterra are solved as they stand, by elimination. Throws std::logic_error where sizes disagree.
std::vector<std::vector<ContourFunction>> interpret_on_contour(
    const ArrayGraph& graph, const std::vector<std::vector<ContourFunction>>& inputs,
    const std::vector<std::complex<double>>& weights);

}  // namespace diagc::arrays
