// The graph interpreter as a kernel.
#pragma once

#include "compiler/graph/graph.h"
#include "runtime/cpu/rows.h"

namespace diagc {

/// Evaluates `graph` node by node in double precision; T is the precision of the rows that it reads
/// and writes.
template <class T>
RangeFunction<T> interpreter(Graph graph);

}  // namespace diagc
