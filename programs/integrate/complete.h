// What sampling does not know of a result: the model in numbers, and the coefficient of order 0.
#pragma once

#include "physics/lattice/model.h"
#include "physics/series/results/result.h"

namespace diagc::integrate {

ModelParameters parameters(const ModelOptions& options, const Model& model);

/// With the exact coefficient of order 0 in front, and what describes model, job and program.
Result completed(Result result, const ModelParameters& model, double order_0, const Origin& origin);

}  // namespace diagc::integrate
