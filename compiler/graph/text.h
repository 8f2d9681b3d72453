// The text form of a graph: readable, diffable, and the same bytes after reading and writing again.
//
//   graph hubbard_sun_density "doc string"
//   path "hubbard_sun_density.diag"
//   static n = 1
//   input G[0..1, 0..1] : real
//   param N : real
//   output density : real
//   family W(k, open, s, v) line 11
//   %1 = input G[0,1]
//   %2 = constant 0.25                         a complex constant: constant (0.25, -1)
//   %3 = product %1 %2                         @ rest(0, {1})
//   %4 = sum %3 - %1 + 1/2 %2 - 3              @ W(0, {}, 0, 0)
//   %5 = quotient %3 %4                        likewise: imaginary, conj, re, im, sqrt, exp, log, sin, cos, complex
//   density = %5
//
// Node 0, the unit, needs no line: a coefficient that stands alone multiplies it, and the operand `1` is it. Behind `@` stands the
// call whose value the node is; the form has no calls without a node.
//
// Written by hand, several things may be left out: nodes may have any identifier after `%` (writing
// renumbers them), a leaf may stand as an operand under its own name (`sum 2 N + G[0,1]`, made
// where it is first used), ` : real` is the default type, families need no declaration, and `#`
// starts a comment.
#pragma once

#include <string>

#include "compiler/graph/graph.h"
#include "compiler/source/source.h"

namespace diagc {

std::string to_text(const Graph& graph);

/// Throws InputError (Code::graph) at the first thing that is malformed. What it returns passes
/// `verify`.
Graph from_text(const SourcePtr& source);

}  // namespace diagc
