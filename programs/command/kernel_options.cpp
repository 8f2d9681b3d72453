#include "programs/command/kernel_options.h"

#include <cstdio>
#include <limits>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/derivation.h"
#include "library/options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"

namespace diagc {

void add_rule_options(CLI::App& app, RuleOptions& options) {
  app.add_option("FILE", options.file, rule_file_help)->required();
  add_front_options(app, options);
}

void add_walk_option(CLI::App& app, std::string& walk) {
  take_one_of(app.add_option(
                  "--walk", walk,
                  "of a theory, which leg is contracted next, in place of what makes the smallest "
                  "graph: a line is followed, the vertex just touched is finished, or the lowest "
                  "open vertex comes first"),
              {"line", "trail", "lowest"});
}

rules::Rules read_rules(const RuleOptions& options, SourcePtr source) {
  return read_rules(std::move(source), walk_named(options.walk));
}

rules::Rules read_rules(const RuleOptions& options) {
  return read_rules(options, open_rules(options.file));
}

void add_front_options(CLI::App& app, RuleOptions& options) {
  app.add_option(
         "-D", options.definitions,
         "value of a static: n=6, b=true; where several are possible also n=1..8, n=8..32:8 (in "
         "steps of 8), n=2,4,6")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--type", options.input_types,
                 "read an input as another kind of number: e=complex, p=lorentz<complex>")
      ->type_name("INPUT=TYPE")
      ->allow_extra_args(false);
  app.add_option("--axis", options.axes, "length of a cyclic axis: k=1024, or its grid: k=32x32")
      ->type_name("AXIS=LENGTH")
      ->allow_extra_args(false);
  app.add_option("--gradient", options.gradients,
                 "derivatives of an output by inputs and params, by all where none is named, as "
                 "further outputs: density:G,N adds d_density_G[a,b] and d_density_N")
      ->type_name("OUTPUT[:NAME,…]")
      ->allow_extra_args(false);
  add_walk_option(app, options.walk);
  app.add_option("--disable", options.disabled_passes, "switch off a pass; may be repeated")
      ->type_name("PASS")
      ->allow_extra_args(false);
  take_whole_number(
      app.add_option("--max-nodes", options.max_nodes, "most nodes that expansion may make")
          ->capture_default_str(),
      1);
  take_whole_number(
      app.add_option("--max-steps", options.max_steps, "most steps that expansion may take")
          ->capture_default_str(),
      1);
}

void add_kernel_options(CLI::App& app, KernelOptions& options) {
  take_one_of(app.add_option("--precision", options.precision, "of the kernel: fp32 or fp64")
                  ->capture_default_str(),
              {"fp32", "fp64"});
  add_code_options(app, options);
}

void add_code_options(CLI::App& app, KernelOptions& options) {
  app.add_option("--cpu", options.cpu, "processor to compile for: native, x86-64-v3 or x86-64-v4")
      ->type_name("CPU")
      ->capture_default_str();
  app.add_flag("--no-cache", options.no_cache,
               "neither look for a compiled kernel nor keep this one");
}

void add_target_options(CLI::App& app, KernelOptions& options) {
  take_one_of(app.add_option("--target", options.target,
                             "what computes: cpu, interpreter, or cuda (NVIDIA GPUs)")
                  ->capture_default_str(),
              {"cpu", "interpreter", "cuda"});
  add_gpu_options(app, options);
  take_amount(
      app.add_option("--tune-seconds", options.tune_seconds,
                     "with --schedule auto, for compiling more than the schedule that the cost "
                     "model puts first: as long as that took, but at least so many seconds and at "
                     "most ten times as many; 0: measure nothing, take the first")
          ->type_name("SECONDS")
          ->capture_default_str());
}

void add_gpu_options(CLI::App& app, KernelOptions& options) {
  app.add_option(
         "--schedule", options.schedule,
         "with --target cuda, how the graph is spread over a device: straight (one lane a "
         "configuration, values in "
         "registers), chunked (the same, in several kernels), windowed (one block a "
         "configuration, the graph in "
         "tables), cooperative (warps share configurations, values in shared memory, panels of "
         "a graph share code; cooperative:packed: the graph in tables, for any graph; "
         "cooperative:matrix: products of an input of two indices with values on tensor cores, "
         "fp64; cooperative:products: sums over subsets as products of tiles of values; "
         "cooperative:unions: "
         "recurrences over two sets, by their union; cooperative:determinants: connected "
         "determinants of SU(N), fp64; cooperative:rotations: the same of six vertices), one of "
         "these with options as in chunked:operations=3500 or straight:shared=227 (numbers a lane "
         "keeps in shared memory), or "
         "auto: what is fastest when measured on the device; the choice is kept in the cache")
      ->type_name("auto|SCHEDULE[:OPTION=NUMBER,…]")
      ->capture_default_str();
  take_whole_number(
      app.add_option("--devices", options.devices, "with --target cuda: devices, as in 0,1")
          ->delimiter(',')
          ->type_name("NUMBER,…")
          ->capture_default_str(),
      0, std::numeric_limits<int>::max());
}

CompileOptions compile_options(const RuleOptions& rules, const KernelOptions& kernel,
                               const StaticValues& statics) {
  CompileOptions result;
  result.statics = as_map(statics);
  for (const std::string& text : rules.input_types) {
    if (!result.input_types.insert(name_and_value("--type", text)).second) {
      throw UsageError(fmt::format("found --type {} after another type of the same input", text));
    }
  }
  result.gradients = rules.gradients;
  result.walk = rules.walk;
  result.disabled_passes = rules.disabled_passes;
  result.max_nodes = rules.max_nodes;
  result.max_steps = rules.max_steps;
  result.precision = kernel.precision == "fp32" ? Precision::fp32 : Precision::fp64;
  result.cpu = kernel.cpu;
  if (kernel.target == "interpreter") result.target = Target::interpreter;
  if (kernel.target == "cuda") result.target = Target::cuda;
  result.cuda_schedule = kernel.schedule;
  result.tune_seconds = kernel.tune_seconds;
  result.devices = kernel.devices;
  result.compile_worker = {"/proc/self/exe", nvrtc_worker};
  result.use_cache = !kernel.no_cache;
  return result;
}

FrontOptions front_options(const RuleOptions& options, const StaticValues& statics) {
  return front_end_options(compile_options(options, {}, statics), nullptr);
}

LibraryErrors::LibraryErrors(const std::vector<Compiled::Diagnostic>& diagnostics)
    : Failure([&] {
        std::string text;
        for (const auto& diagnostic : diagnostics)
          text += (text.empty() ? "" : "\n") + diagnostic.rendered;
        return text;
      }()),
      message(diagnostics.front().message) {}

Kernel compile_kernel(const SourcePtr& source, const CompileOptions& options, Progress& progress) {
  CompileOptions observed = options;
  std::string where;
  for (const auto& [name, value] : options.statics) where += fmt::format(" {}={}", name, value);
  observed.progress = [&](std::string_view stage) {
    progress.stage(fmt::format("{}{}", stage, where));
  };
  Compiled compiled = compile_text(std::string(source->text()), source->path(), observed);
  progress.stage("");
  for (const std::string& warning : compiled.warnings) {
    Progress::clear_line();
    write_note("warning: " + warning);
  }
  if (!compiled.kernel) throw LibraryErrors(compiled.diagnostics);
  return *std::move(compiled.kernel);
}

}  // namespace diagc
