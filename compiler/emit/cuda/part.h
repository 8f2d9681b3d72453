// Schedule → CUDA C++ as a part of a larger kernel (emit/part.h).
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/part.h"

namespace diagc {

/// Throws std::logic_error unless `options.form` is StraightOptions.
Part emit_cuda_part(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                    const std::string& space);

}  // namespace diagc
