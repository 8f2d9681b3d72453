// Subcommands that run a job from a file: integrate, events, dynamics.
#pragma once

#include <functional>
#include <string>

#include "programs/command/command.h"
#include "programs/command/output.h"
#include "runs/jobs/schema.h"

namespace CLI {
class App;
}

namespace diagc {

/// What the command line of every job says.
struct JobOptions {
  std::string job;  ///< path of the job file
  bool resume = false, overwrite = false, example = false, json = false;
};

/// Adds the subcommand `name` with the argument JOB and these options to `app`. Its help ends with `keys`, those of the job file, made when they
/// are shown.
CLI::App* add_job_command(CLI::App& app, const std::string& name, const std::string& description,
                          JobOptions& options, std::function<std::string()> keys);

/// Runs the job of `options` as a Run, or writes an example of its file. A Run is made of the options, and has run() and leave_ranks():
/// what one process of several throws must not wait for the others, who may wait for it.
template <class Run, class Options, class Job>
void run_job(const Options& options, runs::Schema (*schema)(Job&)) {
  if (options.example) return write_out(runs::example_file(schema));
  if (options.job.empty()) throw UsageError("found no job file, expected one, or --example");
  Run job(options);
  try {
    job.run();
  } catch (...) {
    job.leave_ranks();
    throw;
  }
}

}  // namespace diagc
