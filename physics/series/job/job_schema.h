// Every key of a job file of `diagc integrate`, in the order of the documentation.
#pragma once

#include "physics/series/job/job.h"
#include "runs/jobs/schema.h"

namespace diagc::series {

/// Reading puts values into the job, which must outlive the schema.
runs::Schema job_schema(Job& job);

}  // namespace diagc::series
