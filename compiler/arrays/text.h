// The text form of an array graph: readable, and the same bytes after reading and writing again.
//
//   arrays
//   %0 = input A(2, 3)
//   %1 = input B(3, 2)
//   %2 = contract %0(a, b) %1(b, c) -> (a, c)
//   %3 = contract over (d = 4) %2(a, a) -> (a, d)     extents of variables that no operand has
//   %4 = reduce %2(a, b) -> (b)
//   %5 = permute %2(a, b) -> (b, a)
//   %6 = constant (2, 2) 1001
//   %7 = map %0(a, b) %6(b, a) -> (a, b)
//     | graph map
//     | …                                       a scalar graph in its own text form, a line behind each bar
//   output %5
//
// With cyclic axes, whose names stand for extents:
//
//   cyclic k = 4 x 4
//   %0 = input A(k)
//   %1 = contract %0(a+b) %0(-a) %0(0) -> (b) * k^-1     arguments are signed sums of variables; k^-1: divided by the number of points
//   %2 = transform %1(a) -> (a)
//   %3 = inverse %2(a) -> (a)
//
// Variables are names of their line. `#` begins a comment.
#pragma once

#include <string>

#include "compiler/arrays/array_graph.h"
#include "compiler/source/source.h"

namespace diagc::arrays {

std::string to_text(const ArrayGraph& graph);

/// Throws InputError (Code::graph) at the first thing that is malformed. What it returns has no fault.
ArrayGraph from_text(const SourcePtr& source);

}  // namespace diagc::arrays
