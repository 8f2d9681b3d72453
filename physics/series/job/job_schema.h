// Every key of a job file of `diagc integrate`, in the order of the documentation.
#pragma once

#include <string>

#include "physics/series/job/job.h"
#include "runs/jobs/schema.h"

namespace diagc::series {

/// Reading puts values into the job, which must outlive the schema.
runs::Schema job_schema(Job& job);

/// A commented job that runs as it stands.
std::string example_job();

/// The table of docs/integrate.md, in Markdown.
std::string job_keys_in_markdown();

/// A line for each key, for --help.
std::string job_keys_in_lines();

}  // namespace diagc::series
