// [orders] and [run]: what is sampled, and when it ends.
#include "physics/series/job/job_sections.h"

namespace diagc::series {

using runs::Setting;

namespace {

constexpr int most_orders = 20;

}  // namespace

runs::Section orders_section(Job& job) {
  return {
      .name = "orders",
      .help =
          "Orders in U. Order 0 is not sampled: it is exact, from the model or, with a measured "
          "vertex, the rule file's value at order 0.",
      .keys = {
          {.name = "from",
           .type = "integer",
           .default_value = "1",
           .help = "lowest order that is sampled",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.first_order = static_cast<int>(setting.integer(1, most_orders));
               }},
          {.name = "to",
           .type = "integer",
           .default_value = "4",
           .help = "highest order",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.last_order = static_cast<int>(setting.integer(1, most_orders));
               }},
          {.name = "zeroth",
           .type = "number",
           .otherwise = "that of the model, or the rule file's own value at order 0",
           .help = "coefficient of order 0, for rule files that have none there",
           .example = "0.5",
           .read = [&job](const Setting& setting) { job.zeroth = setting.number(); }},
      }};
}

runs::Section run_section(Job& job) {
  return {
      .name = "run",
      .help = "Sampling, and when it ends: at the first of steps, target_error and time_limit.",
      .keys = {
          runs::target_key(job.run),
          {.name = "precision",
           .type = "\"fp32\", \"fp64\" or \"mixed\"",
           .default_value = "\"fp64\"",
           .help = "of propagators and integrand; sums are always fp64. mixed: independent "
                   "samples by fp32, with fp64 where that matters, to the average of fp64",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 const std::size_t choice = setting.choice({"fp32", "fp64", "mixed"});
                 job.model.precision =
                     choice == 0 ? lattice::Precision::fp32 : lattice::Precision::fp64;
                 job.run.mixed = choice == 2;
               }},
          {.name = "threads",
           .type = "integer",
           .default_value = "0",
           .help = "threads on the processor; 0: one for each core. Results do not depend on it",
           .read =
               [&job](const Setting& setting) {
                 job.run.threads = static_cast<unsigned>(setting.integer(0, 4096));
               }},
          runs::devices_key(job.run),
          runs::schedule_key(job.run, "the integrand's kernels"),
          {.name = "sampling",
           .type = "\"auto\", \"chain\", \"tree\" or \"independent\"",
           .default_value = "\"auto\"",
           .help =
               "Markov chains around a chain of links or around all spanning trees, or "
               "independent samples of spanning trees; the last two for rule files that sum all "
               "labellings. auto: what warm-up finds best",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.run.sampling = static_cast<Sampling>(
                     setting.choice({"auto", "chain", "tree", "independent"}));
               }},
          {.name = "draws",
           .type = "\"auto\", \"random\" or \"sobol\"",
           .default_value = "\"auto\"",
           .help = "what independent samples are drawn by: random numbers, or scrambled points of "
                   "Sobol's sequence, one a group, whose errors are those of the means of groups. "
                   "auto: points for up to five integrated vertices",
           .read =
               [&job](const Setting& setting) {
                 job.run.draws = static_cast<Draws>(setting.choice({"auto", "random", "sobol"}));
               }},
          {.name = "seed",
           .type = "integer",
           .default_value = "1",
           .help = "of all random numbers",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.run.seed = static_cast<std::uint64_t>(setting.integer(0));
               }},
          {.name = "walkers",
           .type = "integer",
           .default_value = "4096",
           .help = "Markov chains of each order, rounded up to whole blocks of 128; where the job "
                   "says nothing, 337920 for each device",
           .read =
               [&job](const Setting& setting) {
                 job.run.walkers = static_cast<std::uint32_t>(setting.integer(1, 1 << 26));
               }},
          {.name = "steps",
           .type = "number",
           .default_value = "0",
           .unit = "steps",
           .help = "number of steps, of all walkers and orders together and without warm-up, at "
                   "which the run ends; 0: no such end",
           .example = "1e9",
           .read = [&job](const Setting& setting) { job.run.steps = setting.at_least(0); }},
          {.name = "warm_up",
           .type = "integer",
           .default_value = "1024",
           .unit = "steps",
           .help = "steps of each walker before anything counts, in which proposals and "
                   "normalisation are tuned",
           .read =
               [&job](const Setting& setting) {
                 job.run.warm_up = static_cast<std::uint32_t>(setting.integer(64, 1 << 30));
               }},
          {.name = "target_error",
           .type = "number",
           .default_value = "0",
           .help =
               "absolute error of the observable at target_U at which the run ends; 0: no such end",
           .read = [&job](const Setting& setting) { job.run.target_error = setting.at_least(0); }},
          {.name = "target_U",
           .type = "number",
           .otherwise = "that of resummation.U furthest from 0",
           .unit = "energy",
           .help = "coupling whose error the time is split over orders for, and that target_error "
                   "means",
           .example = "2",
           .read =
               [&job](const Setting& setting) {
                 job.run.target_coupling = setting.number();
                 if (job.run.target_coupling == 0) setting.fail("a coupling other than 0");
               }},
          {.name = "time_limit",
           .type = "seconds, or a text such as \"10 min\"",
           .otherwise = "60 s, where neither steps nor target_error is given",
           .unit = "s",
           .help =
               "time at which the run ends, for each point of a scan, with all that comes before "
               "sampling; a resumed run has it anew",
           .example = "\"10 s\"",
           .shown = true,
           .read = [&job](const Setting& setting) { job.run.time_limit = setting.seconds(); }},
      }};
}

}  // namespace diagc::series
