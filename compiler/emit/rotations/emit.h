// A connected part of a power of determinants → CUDA C++, by rotations (plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `options.form` holds RotationOptions; `schedule` has one chunk. Throws as find_determinants() and plan_rotations() do.
CudaProgram emit_cuda_rotations(const Graph& graph, const Schedule& schedule,
                                const CudaOptions& options);

}  // namespace diagc
