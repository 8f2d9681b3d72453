// [rules]: the integrand.
#include "physics/series/job/job_sections.h"

namespace diagc::series {

using runs::Setting;

namespace {

void read_params(Job& job, const Setting& setting) {
  job.rules.params = setting.words();
  for (std::size_t i = 0; i < setting.value().items.size(); ++i) {
    const Setting value = setting.item(i);
    if (value.is_text()) {
      value.choice({"flavours", "beta", "mu", "filling"});
    } else {
      value.number();
    }
  }
}

}  // namespace

runs::Section rules_section(Job& job) {
  return {
      .name = "rules",
      .help = "The integrand: a rule file whose input is a propagator between vertices.",
      .keys = {
          {.name = "file",
           .type = "path or name",
           .default_value = "\"hubbard_sun_density\"",
           .help =
               "rule file, relative to the job file, or a name that `diagc examples list` shows",
           .shown = true,
           .read = [&job](const Setting& setting) { job.rules.file = setting.text(); }},
          {.name = "order",
           .type = "name",
           .default_value = "\"n\"",
           .help = "static of the rule file that is the order in U",
           .read = [&job](const Setting& setting) { job.rules.order = setting.text(); }},
          {.name = "statics",
           .type = "table",
           .default_value = "{}",
           .help = "values of the other statics of the rule file",
           .read = [&job](const Setting& setting) { job.rules.statics = setting.words(); }},
          {.name = "params",
           .type = "table",
           .otherwise = "`{ N = \"flavours\" }`, where the rule file has a param N",
           .help = "values of the params: numbers, or what stands in [model]: \"flavours\", "
                   "\"beta\", \"mu\", \"filling\"",
           .example = "{ N = \"flavours\" }",
           .shown = true,
           .read = [&job](const Setting& setting) { read_params(job, setting); }},
          {.name = "propagator",
           .type = "name",
           .default_value = "\"G\"",
           .help = "input of the rule file that takes G0 from vertex a to vertex b at [a,b]",
           .read = [&job](const Setting& setting) { job.rules.propagator = setting.text(); }},
          {.name = "output",
           .type = "name",
           .otherwise = "the only output of the rule file",
           .help = "output that is integrated",
           .example = "\"density\"",
           .read = [&job](const Setting& setting) { job.rules.output = setting.text(); }},
          {.name = "sign",
           .type = "\"alternating\" or \"positive\"",
           .default_value = "\"alternating\"",
           .help = "factor of order n: (-1)^(n-1), or 1",
           .read =
               [&job](const Setting& setting) {
                 job.rules.alternating = setting.choice({"alternating", "positive"}) == 0;
               }},
          {.name = "labellings",
           .type = "\"auto\", \"one\" or \"all\"",
           .default_value = "\"auto\"",
           .help = "how many of the n! labellings of the vertices one evaluation sums: one, or "
                   "all, and the integral is divided by n!. auto: all, if exchanging two vertices "
                   "does not change the value",
           .former_names = {"numberings"},
           .read =
               [&job](const Setting& setting) {
                 job.rules.labellings =
                     static_cast<Labellings>(setting.choice({"auto", "one", "all"}));
               }},
      }};
}

}  // namespace diagc::series
