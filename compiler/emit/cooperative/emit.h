// `cooperative` by panels: kernels of one lane a configuration before and after one whose warps share configurations.
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `schedule` has panels. Throws what plan_cooperation() throws.
CudaProgram emit_cuda_cooperative(const Graph& graph, const Schedule& schedule,
                                  const CudaOptions& options);

}  // namespace diagc
