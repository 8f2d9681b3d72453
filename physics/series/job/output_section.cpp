// [checkpoint], [resummation] and [output]: what is made of the samples.
#include "physics/series/job/job_sections.h"

#include "physics/series/resummation/couplings.h"
#include "runs/jobs/run_files.h"

namespace diagc::series {

using runs::Setting;

namespace {

void read_couplings(Job& job, const Setting& setting) {
  std::vector<double>& couplings = job.resummation.couplings;
  if (setting.is_text()) {
    const auto parsed = parse_couplings(setting.text());
    if (!parsed) {
      setting.fail(
          "values of U: a number, a list that ascends, or a range such as \"0..6\" or "
          "\"0..6:0.5\"");
    }
    couplings = *parsed;
  } else {
    couplings = setting.number_or_list();
  }
  for (std::size_t i = 1; i < couplings.size(); ++i) {
    if (!(couplings[i] > couplings[i - 1])) setting.fail("values of U that ascend");
  }
  if (couplings.front() * couplings.back() < 0) setting.fail("values of U of one sign, or 0");
}

}  // namespace

runs::Section resummation_section(Job& job) {
  return {.name = "resummation",
          .help = "What is made of the coefficients at the end, and again by `diagc resum`.",
          .keys = {
              {.name = "U",
               .type = "number, list, or range such as \"0..6\" or \"0..6:0.5\"",
               .default_value = "\"0..4\"",
               .unit = "energy",
               .help = "couplings at which the series is summed",
               .shown = true,
               .read = [&job](const Setting& setting) { read_couplings(job, setting); }},
              {.name = "resamples",
               .type = "integer",
               .default_value = "1000",
               .help = "draws of the coefficients within their errors, from which the errors of "
                       "the sums follow",
               .read =
                   [&job](const Setting& setting) {
                     job.resummation.resamples = static_cast<int>(setting.integer(1, 1'000'000));
                   }},
          }};
}

runs::Section checkpoint_section(Job& job) { return runs::checkpoint_section(job.checkpoint); }

runs::Section output_section(Job& job) {
  return runs::output_section(job.output, "the job file's name with .svg", "picture");
}

}  // namespace diagc::series
