// A connected part of a power of determinants → CUDA C++ (plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `options.form` holds DeterminantOptions; `schedule` has one chunk. Throws as plan_determinants() does.
CudaProgram emit_cuda_determinants(const Graph& graph, const Schedule& schedule,
                                   const CudaOptions& options);

}  // namespace diagc
