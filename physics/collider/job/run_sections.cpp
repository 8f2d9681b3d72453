// [run], [checkpoint] and [output]: how events are made, when that ends, and where results go.
#include "physics/collider/job/job_sections.h"
#include "physics/collider/output/event_file.h"
#include "runs/jobs/run_files.h"

namespace diagc::collider {

using runs::Setting;

namespace {

void read_event_path(Job& job, const Setting& setting) {
  job.output.events = setting.text();
  if (!is_event_path(job.output.events))
    setting.fail("a path that ends in .lhe, .hepmc, .lhe.gz or .hepmc.gz");
}

}  // namespace

runs::Section run_section(Job& job) {
  return {
      .name = "run",
      .help =
          "Sampling, and when it ends: at the first of events, unweighted, target_error and "
          "time_limit.",
      .keys = {
          runs::target_key(job.run),
          runs::devices_key(job.run),
          runs::schedule_key(job.run, "the amplitude's kernels"),
          {.name = "sampler",
           .type = "\"antenna\" or \"rambo\"",
           .default_value = "\"antenna\"",
           .help = "how points of phase space are drawn: antenna: where the matrix element is "
                   "large, within the first cuts; rambo: uniformly",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.run.sampler =
                     setting.choice({"antenna", "rambo"}) == 0 ? Sampler::antenna : Sampler::rambo;
               }},
          {.name = "events",
           .type = "number",
           .default_value = "0",
           .help = "points of phase space at which the run ends, whether they pass the cuts or "
                   "not, rounded up to whole rounds; 0: no such end",
           .example = "1e7",
           .shown = true,
           .read = [&job](const Setting& setting) { job.run.events = setting.at_least(0); }},
          {.name = "target_error",
           .type = "number",
           .default_value = "0",
           .help = "relative error of the cross section at which the run ends; 0: no such end",
           .read = [&job](const Setting& setting) { job.run.target_error = setting.at_least(0); }},
          {.name = "unweighted",
           .type = "number",
           .default_value = "0",
           .help =
               "unweighted events at which the run ends; their file has so many; 0: no such end",
           .example = "1e5",
           .read = [&job](const Setting& setting) { job.run.unweighted = setting.at_least(0); }},
          {.name = "time_limit",
           .type = "seconds, or a text such as \"10 min\"",
           .otherwise = "60 s, where no other end is given",
           .unit = "s",
           .help = "time at which the run ends, compiling and the file of events included; a "
                   "resumed run has it anew",
           .example = "\"10 s\"",
           .read = [&job](const Setting& setting) { job.run.time_limit = setting.seconds(); }},
          {.name = "seed",
           .type = "integer",
           .default_value = "1",
           .help = "of all random numbers",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.run.seed = static_cast<std::uint64_t>(setting.integer(0));
               }},
          {.name = "precision",
           .type = "\"fp32\" or \"fp64\"",
           .default_value = "\"fp64\"",
           .help = "of the amplitude, and from seven jets on of events on devices; sums are always "
                   "fp64",
           .read =
               [&job](const Setting& setting) {
                 job.run.single_precision = setting.choice({"fp32", "fp64"}) == 0;
               }},
          {.name = "threads",
           .type = "integer",
           .default_value = "0",
           .help = "threads on the processor; 0: one for each core. Results do not depend on it",
           .read =
               [&job](const Setting& setting) {
                 job.run.threads = static_cast<unsigned>(setting.integer(0, 4096));
               }},
      }};
}

runs::Section checkpoint_section(Job& job) { return runs::checkpoint_section(job.checkpoint); }

runs::Section output_section(Job& job) {
  return runs::output_section(
      job.output, "the job file's name with .svg, where there are histograms",
      "picture of the histograms",
      {{.name = "events",
        .type = "path",
        .otherwise = "none",
        .help = "events with all momenta, colours and weights: .lhe (Les Houches event file 3.0) "
                "or .hepmc (HepMC3); with .gz behind it compressed",
        .example = "\"example.lhe\"",
        .read = [&job](const Setting& setting) { read_event_path(job, setting); }}});
}

}  // namespace diagc::collider
