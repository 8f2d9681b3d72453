// Rule files that divide by the propagator from a vertex to itself, and models in which that is zero.
#pragma once

#include "programs/integrate/integrand.h"

namespace diagc::integrate {

/// Throws InputError at the job's Hartree shift where no evaluation is a finite number under it, as by elimination, whose pivots vanish.
void require_pivots(const Integrand& integrand, const series::Job& job, const lattice::Model& model,
                    Progress& progress);

}  // namespace diagc::integrate
