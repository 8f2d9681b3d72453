// The files that a job writes, looked at before hours are spent on what stands in them.
#pragma once

#include <string>

#include "physics/series/job/job.h"

namespace diagc::integrate {

/// Folders must exist, and HDF5 must be there for files that the job names; default files in HDF5 are left out without it. Throws
/// InputError at the job's key.
void check_outputs(series::Job& job);

/// Throws Failure where the results, the picture or the checkpoint of an earlier run stand in the place of this one's.
void refuse_to_replace(const series::Job& job, std::size_t points);

/// Removes what refuse_to_replace() would name: a run that starts anew must not find the points of an earlier one.
void remove_former(const series::Job& job, std::size_t points);

}  // namespace diagc::integrate
