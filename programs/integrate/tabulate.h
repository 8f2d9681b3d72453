// The own propagator of a job as numbers, for machines without Clang.
#pragma once

#include <string>

#include "physics/series/job/job.h"

namespace diagc::integrate {

/// Writes its table, and that of its derivative where there is one. Throws InputError at the job's key where it has no own propagator, or
/// several points of a scan.
void tabulate(const series::Job& job, const std::string& path);

}  // namespace diagc::integrate
