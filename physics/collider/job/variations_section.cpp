// [variations]: with which scales and densities cross sections are given besides.
#include "physics/collider/job/job_sections.h"

namespace diagc::collider {

using runs::Setting;

namespace {

int scale_points(const Setting& setting) {
  if (!setting.is_text()) return setting.flag() ? 7 : 1;
  return setting.choice({"3-point", "7-point"}) == 0 ? 3 : 7;
}

}  // namespace

runs::Section variations_section(Job& job) {
  return {
      .name = "variations",
      .help =
          "Cross sections with other scales and parton densities, from the same events; files "
          "of events have them "
          "as weights.",
      .keys = {
          {.name = "scales",
           .type = "true, false, \"3-point\" or \"7-point\"",
           .default_value = "false",
           .help = "scales times 1/2 and 2; 3-point: of renormalisation and factorisation "
                   "together, 7-point or "
                   "true: also apart, but for factors that differ by 4",
           .example = "\"7-point\"",
           .read =
               [&job](const Setting& setting) {
                 job.variations.scale_points = scale_points(setting);
               }},
          {.name = "members",
           .type = "\"all\" or list of integers",
           .otherwise = "none",
           .help = "members of the set of parton densities; α_s stays that of the job",
           .example = "\"all\"",
           .read =
               [&job](const Setting& setting) {
                 if (setting.is_text()) {
                   setting.choice({"all"});
                   job.variations.all_members = true;
                   return;
                 }
                 for (const std::int64_t member : setting.integers(0)) {
                   if (member > 9999) setting.fail("members from 0 to 9999");
                   job.variations.members.push_back(static_cast<int>(member));
                 }
               }},
          {.name = "histograms",
           .type = "true or false",
           .default_value = "true",
           .help = "whether histograms have them, too: bands in the picture, a row for each bin "
                   "in results",
           .read = [&job](const Setting& setting) { job.variations.histograms = setting.flag(); }},
      }};
}

}  // namespace diagc::collider
