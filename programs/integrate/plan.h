// What a job asks for, as a plan of sampling.
#pragma once

#include "physics/lattice/model.h"
#include "physics/series/job/job.h"
#include "physics/series/sampling/integrate.h"
#include "programs/integrate/integrand.h"

namespace diagc::integrate {

/// Throws InputError at the key of the job that is wrong.
lattice::Model model_of(const series::Job& job, const lattice::ModelOptions& options);

/// `order_0`: the value of order 0, which the sensitivity of the sums is computed with.
series::Plan plan_of(const series::Job& job, const Integrand& integrand,
                     const lattice::Model& model, double order_0);

}  // namespace diagc::integrate
