// Schedule → CUDA program, in whichever form the options name.
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// Throws std::logic_error when a schedule of several chunks is to be emitted whole, std::runtime_error when the params make Batch larger
/// than a kernel's parameters may be.
CudaProgram emit_cuda(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

}  // namespace diagc
