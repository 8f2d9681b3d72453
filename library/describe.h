// A graph and its schedule in the terms of the public headers.
#pragma once

#include <map>
#include <string>

#include "compiler/schedule/determinant_sweep.h"
#include "library/implementation.h"

namespace diagc {

/// Fills in name, documentation, statics, inputs, params and outputs.
void describe(const Graph& graph, Kernel::Implementation& kernel);

Kernel::Figures kernel_figures(const Graph& graph, const Schedule& schedule);
/// Of a kernel for processors that a sweep over determinants makes. Its values stand in rows, `slots` of them; none is alive by itself.
Kernel::Figures kernel_figures(const Graph& graph, const DeterminantSweep& sweep);
/// Without a schedule: operations as the graph has them, nothing fused.
Kernel::Figures kernel_figures(const Graph& graph);

/// What the cache's listing shows of a described kernel; `what` ("cpu", "device") is the kind of machine that `machine` names.
std::map<std::string, std::string> cache_metadata(const Kernel::Implementation& kernel,
                                                  const std::string& what,
                                                  const std::string& machine);

}  // namespace diagc
