// What sampling does not know of a result: the model in numbers, and the coefficient of order 0.
#pragma once

#include "physics/lattice/model.h"
#include "physics/series/results/result.h"

namespace diagc::integrate {

series::ModelParameters parameters(const lattice::ModelOptions& options,
                                   const lattice::Model& model);

/// With the exact coefficient of order 0 in front, and what describes model, job and program.
series::Result completed(series::Result result, const series::ModelParameters& model,
                         double order_0, const series::Origin& origin);

}  // namespace diagc::integrate
