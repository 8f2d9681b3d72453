// What a theory of Green's functions at two times stores and computes, as text.
#pragma once

#include <string>

#include "library/cyclic/contour_theory.h"

namespace diagc {

/// Stored fields, kernels in order, products with the history, bytes and operations of a row of times: as formulas in the n times that are
/// stored and the numbers of points, and where `lengths_known` also as numbers.
std::string plan_text(const ContourGraphs& graphs, bool lengths_known);

}  // namespace diagc
