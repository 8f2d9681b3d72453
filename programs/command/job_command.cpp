#include "programs/command/job_command.h"

#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace diagc {

CLI::App* add_job_command(CLI::App& app, const std::string& name, const std::string& description,
                          JobOptions& options, std::function<std::string()> keys) {
  CLI::App* command = app.add_subcommand(name, description);
  command->footer(std::move(keys));
  command->add_option("JOB", options.job, fmt::format("job file (docs/{}.md); see --example", name))
      ->type_name("FILE.toml");
  CLI::Option* resume =
      command->add_flag("--resume", options.resume, "go on from the job's checkpoint");
  command
      ->add_flag("--overwrite", options.overwrite,
                 "start anew in place of an earlier run, whose files are removed")
      ->excludes(resume);
  command->add_flag("--example", options.example, "print a commented job that runs as it stands");
  command->add_flag("--json", options.json, "the result as JSON on standard output");
  return command;
}

}  // namespace diagc
