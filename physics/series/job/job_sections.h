// The tables of a job file. Each reads its keys into the job, which must outlive it.
#pragma once

#include "physics/series/job/job.h"
#include "runs/jobs/schema.h"

namespace diagc::series {

runs::Section rules_section(Job& job);
runs::Section measure_section(Job& job);
runs::Section model_section(Job& job);
runs::Section orders_section(Job& job);
runs::Section run_section(Job& job);
runs::Section checkpoint_section(Job& job);
runs::Section resummation_section(Job& job);
runs::Section output_section(Job& job);

}  // namespace diagc::series
