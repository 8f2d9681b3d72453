// diagc examples: the rule files that the program carries.
#include "programs/diagc/examples.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/syntax/parse.h"
#include "programs/command/grammars.h"
#include "programs/command/output.h"
#include "programs/command/result_rows.h"
#include "programs/command/rule_file.h"

namespace diagc {

namespace {

std::string doc_of(const Example& example) {
  const auto source =
      std::make_shared<const Source>(std::string(example.name), std::string(example.text));
  return syntax::parse(source).doc.value_or("");
}

void list_grammars(bool json) {
  ResultRows rows({{"name", 28, true}, {"theory", 10, true}, {"doc", 0, true}}, json);
  for (const Example& example : examples()) {
    rows.add({std::string(example.name), std::string(example.theory), doc_of(example)});
  }
  rows.finish();
}

void copy(const std::string& name, const std::string& output) {
  const Example* example = find_example(name);
  if (!example) {
    if (const std::string near = closest_grammar(name); !near.empty()) {
      throw Failure(fmt::format("error: found no example `{}`: did you mean `{}`?", name, near));
    }
    std::string names;
    for (const Example& other : examples()) names += fmt::format("\n  {}", other.name);
    throw Failure(fmt::format("error: found no example `{}`, expected one of:{}", name, names));
  }
  if (output == "-") return write_result(output, example->text);
  const std::string path = output.empty() ? name + ".diag" : output;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    throw Failure(fmt::format("{}: exists; give another path with -o, or remove it first", path));
  }
  write_result(path, example->text);
  write_out(fmt::format("{}\n", path));
}

}  // namespace

void add_examples(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("examples", "rule files to start from");
  command->require_subcommand(1);
  auto json = std::make_shared<bool>(false);
  CLI::App* list_command = command->add_subcommand("list", "list them");
  list_command->add_flag("--json", *json, "one JSON array");
  list_command->callback([json, &action] { action = [json] { list_grammars(*json); }; });
  auto name = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  CLI::App* copy_command = command->add_subcommand("copy", "write one to NAME.diag in this folder");
  copy_command->add_option("NAME", *name, "as `diagc examples list` shows it")->required();
  copy_command->add_option("-o", *output, "another path, or - for standard output")
      ->type_name("PATH|-");
  copy_command->callback(
      [name, output, &action] { action = [name, output] { copy(*name, *output); }; });
}

}  // namespace diagc
