// Which integrands can be sampled in which way. Each throws InputError at the job's key that stands against it.
#pragma once

#include "programs/integrate/integrand.h"

namespace diagc::integrate {

/// Spanning trees are drawn for integrands that no order of the vertices sets apart, chains of links from a measured point.
void check_sampling(const series::Job& job, const Integrand& integrand);

/// Whole sums of labellings are sampled independently.
void check_mixed(const series::Job& job, const Integrand& integrand);

/// Lines of several kinds are sampled by chains.
void check_points(const series::Job& job, const Integrand& integrand);

}  // namespace diagc::integrate
