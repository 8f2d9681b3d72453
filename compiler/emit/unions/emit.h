// A recurrence by unions → CUDA C++ (plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `options.form` holds UnionOptions with all numbers given; `schedule` has one chunk. Throws as plan_unions() does.
CudaProgram emit_cuda_unions(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options);

}  // namespace diagc
