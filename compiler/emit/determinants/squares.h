// Squares of determinants, two flavours → CUDA C++ (square_plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/determinants.h"

namespace diagc {

/// As emit_cuda_determinants(), for sums that are squares.
CudaProgram emit_cuda_squares(const Graph& graph, const Schedule& schedule,
                              const CudaOptions& options, const DeterminantSum& sum);

}  // namespace diagc
