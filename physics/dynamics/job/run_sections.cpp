// [time], [run], [checkpoint] and [output]: how far, how exactly, and where results go.
#include "physics/dynamics/job/inline_table.h"
#include "physics/dynamics/job/job_sections.h"
#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

using runs::Setting;

namespace {

std::vector<double> rising_times(const Setting& setting) {
  std::vector<double> times = setting.number_or_list();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!(times[i] >= 0) || (i > 0 && times[i] <= times[i - 1])) {
      setting.fail("times from 0 on, each after the one before");
    }
  }
  return times;
}

/// `probe`: photoemission, which has one.
Job::Spectral read_spectral(const Setting& setting, bool probe) {
  Job::Spectral spectral;
  const char* const what = probe ? "photoemission" : "a spectral function";
  const InlineTable table = probe ? InlineTable(setting, {"times", "omega", "probe"}, 3, what)
                                  : InlineTable(setting, {"times", "omega"}, 2, what);
  spectral.times = rising_times(table.at("times"));
  const Setting omega = table.at("omega");
  if (!omega.is_list() || omega.value().items.size() != 3) {
    omega.fail("[lowest, highest, count] of frequencies");
  }
  spectral.low = omega.item(0).number();
  spectral.high = omega.item(1).number();
  spectral.count = static_cast<std::size_t>(omega.item(2).integer(2, 100'000));
  if (!(spectral.high > spectral.low)) omega.fail("a highest frequency above the lowest");
  if (probe) spectral.probe = table.at("probe").positive();
  return spectral;
}

}  // namespace

runs::Section time_section(Job& job) {
  Job::Time& time = job.time;
  return {
      .name = "time",
      .help = "From 0 to the end.",
      .keys = {
          {.name = "end",
           .type = "number",
           .otherwise = "none: it has to be given",
           .help = "time up to which G is propagated",
           .example = "5.0",
           .shown = true,
           .read = [&time](const Setting& setting) { time.end = setting.positive(); }},
          {.name = "tolerance",
           .type = "number",
           .default_value = "1e-8",
           .help = "of panels: largest error of values inside of a panel",
           .shown = true,
           .read =
               [&time](const Setting& setting) {
                 time.tolerance = setting.number();
                 if (!(time.tolerance >= 1e-12) || time.tolerance > 0.1) {
                   setting.fail("a number from 1e-12, about what double precision allows, to 0.1");
                 }
               }},
          {.name = "scheme",
           .type = "\"panels\" or \"heun\"",
           .default_value = "\"panels\"",
           .help = "panels: of Radau nodes, all rows of one together; heun: row by row on a "
                   "uniform grid, second order, for comparisons",
           .read =
               [&time](const Setting& setting) {
                 time.heun = setting.choice({"panels", "heun"}) == 1;
               }},
          {.name = "order",
           .type = "integer",
           .default_value = "8",
           .help = "nodes of a panel, 2 to 16",
           .read =
               [&time](const Setting& setting) {
                 time.order = static_cast<std::size_t>(
                     setting.integer(least_order, static_cast<std::int64_t>(largest_order)));
               }},
          {.name = "step",
           .type = "number",
           .otherwise = "as the tolerance allows; of heun it has to be given",
           .help = "largest length of panels, then the same for all; the step of heun",
           .example = "0.5",
           .read = [&time](const Setting& setting) { time.step = setting.positive(); }},
          {.name = "correctors",
           .type = "integer",
           .default_value = "1",
           .help = "of heun",
           .read =
               [&time](const Setting& setting) {
                 time.correctors = static_cast<std::size_t>(setting.integer(0, 100));
               }},
          {.name = "memory",
           .type = "number",
           .otherwise = "all",
           .help = "history integrals leave out what ended this much earlier",
           .example = "20.0",
           .read = [&time](const Setting& setting) { time.memory = setting.positive(); }},
      }};
}

runs::Section run_section(Job& job) {
  return {
      .name = "run",
      .help = "What it is made on.",
      .keys = {
          runs::target_key(job.run.on),
          runs::devices_key(job.run.on),
          {.name = "threads",
           .type = "integer",
           .default_value = "0",
           .help = "threads; 0: one for each core. Results do not depend on it",
           .read =
               [&job](const Setting& setting) {
                 job.run.threads = static_cast<unsigned>(setting.integer(0, 4096));
               }},
          {.name = "most_memory",
           .type = "number",
           .otherwise = "nine tenths of what is free",
           .unit = "GB",
           .help = "for G at all pairs of times",
           .example = "4.0",
           .read =
               [&job](const Setting& setting) { job.run.most_bytes = 1e9 * setting.positive(); }},
          {.name = "compact",
           .type = "number",
           .otherwise = "none",
           .help = "age from which G is kept in single precision",
           .example = "10.0",
           .read = [&job](const Setting& setting) { job.run.compact = setting.positive(); }},
      }};
}

runs::Section checkpoint_section(Job& job) { return runs::checkpoint_section(job.checkpoint); }

runs::Section output_section(Job& job) {
  Job::Output& output = job.output;
  return runs::output_section(
      output, "the job file's name with .svg", "picture of occupations and energy",
      {{.name = "times",
        .type = "list of numbers",
        .otherwise = "as every says",
        .help = "times of the JSON file, exactly these; HDF5 has all nodes",
        .example = "[1, 2, 5]",
        .shown = true,
        .read = [&output](const Setting& setting) { output.times = rising_times(setting); }},
       {.name = "every",
        .type = "number",
        .otherwise = "a fiftieth of the whole time",
        .help = "distance of the times of the JSON file",
        .example = "0.1",
        .read = [&output](const Setting& setting) { output.every = setting.positive(); }},
       {.name = "current",
        .type = "true or false",
        .default_value = "false",
        .help = "the current along [model] direction, of hopping tables",
        .read = [&output](const Setting& setting) { output.current = setting.flag(); }},
       {.name = "spectral",
        .type = "table",
        .otherwise = "none",
        .help = "A(k, omega) at some times t, from G at t and earlier",
        .example = "{ times = [5], omega = [-4, 4, 201] }",
        .read =
            [&output](const Setting& setting) { output.spectral = read_spectral(setting, false); }},
       {.name = "arpes",
        .type = "table",
        .otherwise = "none",
        .help = "time-resolved photoemission: probes of this width (a standard deviation) at some "
                "times",
        .example = "{ times = [2, 4], omega = [-4, 2, 121], probe = 0.8 }",
        .read = [&output](const Setting& setting) { output.arpes = read_spectral(setting, true); }},
       {.name = "green",
        .type = "true or false",
        .default_value = "false",
        .help = "G< and G> at all pairs of nodes, in HDF5",
        .read = [&output](const Setting& setting) { output.green = setting.flag(); }}});
}

}  // namespace diagc::dynamics
