// The files that a job writes, looked at before hours are spent on what stands in them.
#pragma once

#include <string>
#include <vector>

#include "runs/jobs/schema.h"

namespace diagc {

/// Paths as the keys output.results, output.plot and checkpoint.path of every job have them.
struct JobFiles {
  std::vector<std::string> results;
  std::string plot;                      ///< empty: none
  std::vector<std::string> checkpoints;  ///< one a point of a scan
  std::string events = {};               ///< of output.events; empty: none
};

/// Folders must exist, the library that draws must be there for PNG and PDF, and HDF5 for files that the job names; default files in HDF5 are
/// left out without it. Throws InputError at the job's key.
void check_job_files(const runs::Given& given, JobFiles& files);

/// Throws Failure where results, picture or checkpoints of an earlier run stand in the place of this one's.
void refuse_to_replace(const runs::Given& given, const JobFiles& files);

/// Removes what refuse_to_replace() would name: a run that starts anew must not find the points of an earlier one.
void remove_former(const JobFiles& files);

}  // namespace diagc
