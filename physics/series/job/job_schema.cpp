#include "physics/series/job/job_schema.h"

#include "physics/series/job/job_sections.h"

namespace diagc::series {

runs::Schema job_schema(Job& job) {
  return {.program = "diagc integrate",
          .sections = {rules_section(job), measure_section(job), model_section(job),
                       orders_section(job), run_section(job), checkpoint_section(job),
                       resummation_section(job), output_section(job)}};
}

std::string example_job() {
  Job any;
  return runs::example_file(job_schema(any));
}

std::string job_keys_in_markdown() {
  Job any;
  return runs::keys_in_markdown(job_schema(any));
}

std::string job_keys_in_lines() {
  Job any;
  return runs::keys_in_lines(job_schema(any));
}

}  // namespace diagc::series
