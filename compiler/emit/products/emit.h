// Products of tiles → CUDA C++ (plan.h).
#pragma once

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// `options.form` holds ProductOptions with all numbers given; `schedule` has panels for products. Throws as plan_products() does.
CudaProgram emit_cuda_products(const Graph& graph, const Schedule& schedule,
                               const CudaOptions& options);

}  // namespace diagc
