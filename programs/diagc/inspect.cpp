// diagc inspect: what an emitted source does, function by function.
#include "programs/diagc/inspect.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/source/source.h"
#include "programs/command/grammars.h"
#include "programs/command/option_values.h"
#include "programs/command/result_rows.h"
#include "runtime/system/ask_worker.h"
#include "toolchain/client/inspect_apart.h"

namespace diagc {

namespace {

struct InspectArguments {
  std::string file;
  std::string cpu = "native";
  unsigned time_limit = 60;
  bool json = false;
};

/// Whether the first word, comments of rule files left out, is that of a rule file.
bool is_rule_text(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
    if (!text.starts_with('#')) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const std::string_view word = text.substr(0, text.find_first_of(blank));
  return word == "grammar";
}

SourcePtr open_emitted(const std::string& path) {
  std::error_code ignored;
  const bool is_name = !std::filesystem::exists(path, ignored) && find_example(path);
  const SourcePtr source = is_name ? nullptr : read_source(path);
  if (source && !is_rule_text(source->text())) return source;
  throw Failure(
      fmt::format("{0}: found a rule file, expected C++ that diagc emitted from one, as by\n"
                  "  diagc compile {0} -D NAME=VALUE --emit cpp -o {1}.cpp\n"
                  "  diagc inspect {1}.cpp",
                  path, std::filesystem::path(path).stem().string()));
}

void run_inspect(const InspectArguments& options) {
  const SourcePtr source = open_emitted(options.file);
  ProcessLimits limits = foreign_code_limits();
  limits.processor_time = std::chrono::seconds(options.time_limit);
  limits.wall_time = 5 * limits.processor_time;
  std::vector<toolchain::FunctionReport> functions;
  try {
    functions = toolchain::inspect_apart(
        {source->text(), options.file, toolchain::resolve_cpu(options.cpu)}, limits);
  } catch (const toolchain::Refused& refused) {
    throw Failure(refused.what());
  }
  ResultRows rows({{"function", 32, true},
                   {"multiplications"},
                   {"additions"},
                   {"fused"},
                   {"divisions"},
                   {"negations"},
                   {"loads"},
                   {"stores"},
                   {"scalar_loads"},
                   {"scalar_stores"},
                   {"locals"},
                   {"max_live"},
                   {"code_bytes", 10},
                   {"calls", 0, true}},
                  options.json);
  for (const toolchain::FunctionReport& function : functions) {
    std::string calls;
    for (const auto& [name, count] : function.calls)
      calls += fmt::format("{}{} × {}", calls.empty() ? "" : ", ", count, name);
    rows.add({function.name, cell_of(function.multiplications), cell_of(function.additions),
              cell_of(function.fused), cell_of(function.divisions), cell_of(function.negations),
              cell_of(function.loads), cell_of(function.stores), cell_of(function.scalar_loads),
              cell_of(function.scalar_stores), cell_of(function.locals), cell_of(function.max_live),
              cell_of(function.code_bytes), calls});
  }
  rows.finish();
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
  auto options = std::make_shared<InspectArguments>();
  CLI::App* command = app.add_subcommand(
      "inspect", "count the operations of an emitted source, by Clang's view of it");
  command->add_option("FILE", options->file, "C++ file that `diagc compile --emit cpp` wrote")
      ->required();
  command->add_option("--cpu", options->cpu, "processor whose code is measured")
      ->type_name("CPU")
      ->capture_default_str();
  take_whole_number(command
                        ->add_option("--time-limit", options->time_limit,
                                     "seconds of processor time that reading the file may take")
                        ->type_name("SECONDS")
                        ->capture_default_str(),
                    1, 1'000'000);
  command->add_flag("--json", options->json, "one JSON array");
  command->callback([options, &action] { action = [options] { run_inspect(*options); }; });
}

}  // namespace diagc
