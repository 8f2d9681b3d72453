// [measure]: where observables with two ends are measured.
#include "physics/series/job/job_sections.h"

#include <cmath>

namespace diagc::series {

using runs::Setting;

runs::Section measure_section(Job& job) {
  return {
      .name = "measure",
      .help =
          "Of theories with two external points (Green's functions, susceptibilities) and of "
          "self-energies. tau is the time from where a line enters to where it leaves.",
      .keys = {
          {.name = "at",
           .type = "\"iw\" or \"tau\"",
           .default_value = "\"iw\"",
           .help = "iw: the integral of exp(i w tau), at w = (2 m + 1) pi/beta of fermions, 2 m "
                   "pi/beta else; tau: means over bins of tau, and the part delta(tau)",
           .read =
               [&job](const Setting& setting) {
                 job.measure.at = static_cast<Job::Measure::At>(setting.choice({"iw", "tau"}));
               }},
          {.name = "points",
           .type = "list",
           .otherwise = "[0], and [0, 0.25, 0.5, 0.75, 1] with tau",
           .help =
               "numbers m of frequencies; with tau the edges of bins, ascending from 0 to 1, in "
               "units of beta",
           .example = "[0, 1, 2]",
           .read =
               [&job](const Setting& setting) { job.measure.points = setting.number_or_list(); }},
          {.name = "momentum",
           .type = "list",
           .otherwise = "both ends on one site, the mean over sites",
           .unit = "2 pi",
           .help = "k along the reciprocal vectors, of exp(-i k r) in the sum over displacements r",
           .example = "[0.5, 0.5]",
           .read =
               [&job](const Setting& setting) { job.measure.momentum = setting.number_or_list(); }},
      }};
}

}  // namespace diagc::series
