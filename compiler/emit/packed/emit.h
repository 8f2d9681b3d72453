// The packed form of `cooperative`: warps that share configurations read the graph as records.
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `schedule` is of one chunk. Throws what packed_plans() throws.
CudaProgram emit_cuda_packed(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options);

}  // namespace diagc
