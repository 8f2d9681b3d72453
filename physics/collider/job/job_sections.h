// The tables of a job file. Each reads its keys into the job, which must outlive it.
#pragma once

#include "physics/collider/job/job.h"
#include "runs/jobs/schema.h"

namespace diagc::collider {

runs::Section process_section(Job& job);
runs::Section collider_section(Job& job);
runs::Section pdf_section(Job& job);
runs::Section couplings_section(Job& job);
runs::Section cuts_section(Job& job);
runs::Section histogram_section(Job& job);
runs::Section variations_section(Job& job);
runs::Section run_section(Job& job);
runs::Section unweighting_section(Job& job);
runs::Section checkpoint_section(Job& job);
runs::Section output_section(Job& job);

}  // namespace diagc::collider
