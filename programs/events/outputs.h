// The files that a job writes, looked at before hours are spent on what stands in them.
#pragma once

#include <string>
#include <vector>

#include "physics/collider/job/job.h"
#include "runs/report/plot.h"

namespace diagc::events {

/// Folders must exist, and HDF5 must be there for files that the job names; default files in HDF5 are left out without it. Throws
/// InputError at the job's key.
void check_outputs(collider::Job& job);

/// Throws Failure where the results, the picture or the checkpoint of an earlier run stand in the place of this one's.
void refuse_to_replace(const collider::Job& job);

/// Removes what refuse_to_replace() would name.
void remove_former(const collider::Job& job);

/// A picture, and a CSV file of what is drawn beside it. Throws std::runtime_error where that cannot be drawn or written.
void write_picture(const std::string& path, const std::vector<runs::plot::Plot>& plots);

}  // namespace diagc::events
