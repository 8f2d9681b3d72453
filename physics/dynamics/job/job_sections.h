// The tables of a job file. Each reads its keys into the job, which must outlive it.
#pragma once

#include "physics/dynamics/job/job.h"
#include "runs/jobs/schema.h"

namespace diagc::dynamics {

runs::Section rules_section(Job& job);
runs::Section lattice_section(Job& job);
runs::Section model_section(Job& job);
runs::Section vertex_section(Job& job, std::size_t vertex);
runs::Section pulse_section(Job& job);
runs::Section quench_section(Job& job);
runs::Section start_section(Job& job);
runs::Section time_section(Job& job);
runs::Section output_section(Job& job);
runs::Section run_section(Job& job);
runs::Section checkpoint_section(Job& job);

}  // namespace diagc::dynamics
