// A graph in matrix products → CUDA C++ (plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `options.form` holds MatrixOptions with all numbers given; `schedule` is one chunk. Throws as matrix_plans() does.
CudaProgram emit_cuda_matrix(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options);

}  // namespace diagc
