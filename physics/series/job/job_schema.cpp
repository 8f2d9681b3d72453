#include "physics/series/job/job_schema.h"

#include "physics/series/job/job_sections.h"

namespace diagc::series {

runs::Schema job_schema(Job& job) {
  return {.program = "diagc integrate",
          .sections = {rules_section(job), measure_section(job), model_section(job),
                       orders_section(job), run_section(job), checkpoint_section(job),
                       resummation_section(job), output_section(job)}};
}

}  // namespace diagc::series
