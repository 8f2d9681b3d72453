// [unweighting]: which events are kept, and with what weights.
#include "physics/collider/job/job_sections.h"

namespace diagc::collider {

using runs::Setting;

runs::Section unweighting_section(Job& job) {
  return {
      .name = "unweighting",
      .help =
          "Of events that pass the first cuts, where they are written to a file or counted as an "
          "end of the run.",
      .keys = {
          {.name = "weighted",
           .type = "true or false",
           .default_value = "false",
           .help = "true: all are kept, with their weights; false: each by chance, in proportion "
                   "to its "
                   "weight, and then with weight 1",
           .read = [&job](const Setting& setting) { job.unweighting.weighted = setting.flag(); }},
          {.name = "maximum",
           .type = "number",
           .otherwise = "found while the run warms up",
           .unit = "pb",
           .help = "weight whose events are all kept; larger ones, too, with what they have over "
                   "it as their weight",
           .example = "1e6",
           .read =
               [&job](const Setting& setting) { job.unweighting.maximum = setting.positive(); }},
          {.name = "overflow",
           .type = "number",
           .default_value = "0.001",
           .help = "part of the cross section that events above a maximum which is found may have",
           .read =
               [&job](const Setting& setting) {
                 job.unweighting.overflow = setting.at_least(0);
                 if (job.unweighting.overflow >= 1) setting.fail("a number below 1");
               }},
      }};
}

}  // namespace diagc::collider
