#include "programs/diagc/derive.h"

#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/derivation.h"
#include "compiler/syntax/print.h"
#include "programs/command/definitions.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "programs/command/rule_file.h"

namespace diagc {

namespace {

struct DeriveArguments {
  std::string file;
  std::vector<std::string> definitions;
  std::string walk;
  std::string output;
};

void run_derive(const DeriveArguments& options) {
  const SourcePtr source = open_rules(options.file);
  const rules::Rules theory = rules::load(source);
  if (!theory.is_theory()) {
    throw Failure(
        fmt::format("{}: found no field, expected a theory: its rules are written "
                    "already, nothing is to be derived",
                    source->path()));
  }
  const StaticValues statics = Definitions(options.definitions).single("derive");
  const syntax::File derived =
      derive_smallest(theory, {.statics = as_map(statics), .walk = walk_named(options.walk)});
  write_result(options.output, syntax::print(derived));
}

}  // namespace

void add_derive(CLI::App& app, Action& action) {
  auto options = std::make_shared<DeriveArguments>();
  CLI::App* command = app.add_subcommand("derive", "the rules that a theory stands for");
  command->add_option("FILE", options->file, rule_file_help)->required();
  command
      ->add_option("-D", options->definitions,
                   "value of a static at which forms of the rules are compared; without it, at "
                   "small orders")
      ->type_name("NAME=VALUE");
  add_walk_option(*command, options->walk);
  command->add_option("-o", options->output, "file to write, or - for standard output")
      ->type_name("PATH|-");
  command->footer(
      "Fields, vertices and the expressions `connected(...)`, `amputated(...)`, `irreducible(...)` "
      "and `skeleton(...)` become\n"
      "families of ordinary rules, each with a doc string; docs/theory.md has the method. Every "
      "command takes a theory where it\n"
      "takes a rule file: what is printed here is what it works on.");
  command->callback([options, &action] { action = [options] { run_derive(*options); }; });
}

}  // namespace diagc
