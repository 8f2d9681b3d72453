// One block a configuration, the graph in tables: the schedule `windowed`.
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `schedule` is of one chunk.
CudaProgram emit_cuda_windowed(const Graph& graph, const Schedule& schedule,
                               const CudaOptions& options);

}  // namespace diagc
