// A scalar graph → a function on rows.
#pragma once

#include "compiler/graph/graph.h"
#include "diagc/kernel.h"
#include "runtime/cpu/rows.h"

namespace diagc {

struct GraphCodeOptions {
  Target target = Target::cpu;  ///< or interpreter
  bool use_cache = true;
};

/// After all passes. Throws toolchain::Unavailable where machine code is asked for and the compiler is not there.
RangeFunction<double> graph_code(Graph graph, const GraphCodeOptions& options);

}  // namespace diagc
