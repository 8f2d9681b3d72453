// diagc bench: what kernels reach on this machine.
#include "programs/bench/bench.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/expand/figures.h"
#include "physics/series/sampling/device_population.h"
#include "programs/bench/gpu_rates.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/step_rates.h"
#include "programs/command/kernel_options.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

struct Options {
  RuleOptions rules;
  KernelOptions kernel;
  std::vector<std::string> params;
  unsigned threads = 1;
  bool json = false;
  bool integrate = false;
  std::uint32_t walkers = 0;
};

struct Prepared {
  std::optional<Kernel> kernel;
  double compile_seconds = 0;  ///< from the rules to the callable kernel, nothing from the cache
  std::optional<double> cached_load;  ///< from the cache's key to the callable kernel
};

double all_stages(const Kernel::Times& times) {
  return times.expand + times.passes + times.schedule + times.emit + times.compile + times.load;
}

/// Compiles once, whether or not the cache holds the kernel, and loads once from the cache.
Prepared prepare(const SourcePtr& source, const CompileOptions& options, Progress& progress) {
  Prepared prepared;
  prepared.kernel = compile_kernel(source, options, progress);
  CompileOptions other = options;
  // On devices the schedule is chosen once.
  if (options.target == Target::cuda) other.cuda_schedule = prepared.kernel->schedule();
  if (prepared.kernel->from_cache()) {
    prepared.cached_load = prepared.kernel->times().load;
    other.use_cache = false;
    prepared.compile_seconds = all_stages(compile_kernel(source, other, progress).times());
    return prepared;
  }
  prepared.compile_seconds = all_stages(prepared.kernel->times());
  if (options.use_cache) {
    const Kernel again = compile_kernel(source, other, progress);
    if (again.from_cache()) prepared.cached_load = again.times().load;
  }
  return prepared;
}

template <class T>
Cell cell_or_null(const std::optional<T>& value) {
  return value ? Cell(static_cast<double>(*value)) : Cell();
}

std::vector<Cell> row(const Options& options, const SourcePtr& source, const rules::Rules& rules,
                      const std::vector<ParamValue>& params, const Machine& machine,
                      unsigned threads, const StaticValues& statics) {
  Progress progress;
  const Prepared prepared =
      prepare(source, compile_options(options.rules, options.kernel, statics), progress);
  const Kernel& kernel = *prepared.kernel;
  check_params(params, kernel, rules);
  const Graph expanded = expand(rules, front_options(options.rules, statics).expand).graph;
  const GraphFigures sizes = figures(expanded);
  progress.stage("measuring " + to_string(statics));
  const bench::Rates rates = bench::measure(kernel, expanded, params, machine, threads);
  progress.stage("");

  std::vector<Cell> cells;
  for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
  std::optional<double> terms_rate;
  if (sizes.terms) terms_rate = rates.evaluations * to_double(*sizes.terms);
  std::optional<double> ratio;
  if (rates.baseline) ratio = rates.evaluations / *rates.baseline;
  cells.insert(
      cells.end(),
      {rates.evaluations, cell_or_null(terms_rate),
       rates.evaluations * static_cast<double>(kernel.figures().flops) / 1e9,
       rates.peak_flops / 1e9,
       rates.evaluations * 2 * static_cast<double>(sizes.edges) / rates.peak_flops,
       cell_or_null(rates.baseline), cell_or_null(ratio), prepared.compile_seconds,
       cell_or_null(prepared.cached_load), cell_or_null(rates.from_memory), rates.converting});
  if (threads > 1) cells.push_back(cell_or_null(rates.threads_ratio));
  return cells;
}

/// Columns of the table: key, title in print.
using Titles = std::vector<std::pair<const char*, const char*>>;

const Titles processor_titles = {{"evaluations_per_s", "evals/s"},
                                 {"terms_per_s", "terms/s"},
                                 {"gflops", "gflops"},
                                 {"peak_gflops", "peak"},
                                 {"share", "share"},
                                 {"baseline_evaluations_per_s", "baseline/s"},
                                 {"ratio", "ratio"},
                                 {"compile_s", "compile"},
                                 {"cached_load_s", "cached"},
                                 {"dram_evaluations_per_s", "dram/s"},
                                 {"convert_evaluations_per_s", "convert/s"}};

const Titles gpu_titles = {{"evaluations_per_s", "evals/s"},
                           {"terms_per_s", "terms/s"},
                           {"gflops", "gflops"},
                           {"peak_gflops", "peak"},
                           {"share", "share"},
                           {"windowed_evaluations_per_s", "windowed/s"},
                           {"ratio_windowed", "ratio"},
                           {"copy_share", "copy share"},
                           {"copy_gb_per_s", "copy GB/s"},
                           {"cached_evaluations_per_s", "in cache/s"},
                           {"host_evaluations_per_s", "host/s"},
                           {"compile_s", "compile"},
                           {"cached_load_s", "cached"},
                           {"schedule", "schedule"},
                           {"schedule_choice", "chosen"},
                           {"tune_s", "tune"},
                           {"registers", "registers"},
                           {"spill_bytes", "spills"},
                           {"code_bytes", "code"},
                           {"memory_bytes", "memory"}};

/// With several devices: all at once, against the first alone.
const Titles several_titles = {{"devices_evaluations_per_s", "all devices/s"},
                               {"devices_ratio", "to one"},
                               {"devices_efficiency", "efficiency"},
                               {"devices_host_evaluations_per_s", "all, host/s"},
                               {"devices_host_ratio", "to one"}};

/// Keys of processor_titles under which device rows show what corresponds to it, so that who reads JSON finds all of them: the
/// baseline is the windowed kernel, and inputs beyond all caches are what evaluations_per_s has on a device.
const char* const gpu_aliases[] = {"baseline_evaluations_per_s", "ratio", "dram_evaluations_per_s",
                                   "convert_evaluations_per_s"};

std::vector<Cell> gpu_row(const Options& options, const SourcePtr& source,
                          const rules::Rules& rules, const std::vector<ParamValue>& params,
                          const StaticValues& statics) {
  Progress progress;
  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  const std::vector<int> devices = std::exchange(compile.devices, {options.kernel.devices.front()});
  const Prepared prepared = prepare(source, compile, progress);
  const Kernel& kernel = *prepared.kernel;
  check_params(params, kernel, rules);
  CompileOptions other = compile;
  // The published method has the rule file's own graph.
  other.cuda_schedule = "windowed";
  other.disabled_passes.clear();
  for (const Pass& pass : pass_list()) other.disabled_passes.emplace_back(pass.name);
  const Kernel windowed = compile_kernel(source, other, progress);
  std::optional<Kernel> all;
  if (devices.size() > 1) {
    other = compile;
    other.devices = devices;
    other.cuda_schedule = kernel.schedule();
    all = compile_kernel(source, other, progress);
  }
  const Graph expanded = expand(rules, front_options(options.rules, statics).expand).graph;
  const GraphFigures sizes = figures(expanded);
  progress.stage("measuring " + to_string(statics));
  const bench::GpuRates rates =
      bench::measure_on_gpus({kernel, windowed, all ? &*all : nullptr}, devices, expanded, params);
  progress.stage("");

  std::vector<Cell> cells;
  for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
  std::optional<double> terms_rate;
  if (sizes.terms) terms_rate = rates.evaluations * to_double(*sizes.terms);
  int registers = 0;
  std::size_t spills = 0, code = 0;
  for (const Kernel::GpuCode& each : kernel.gpu_code()) {
    registers = std::max(registers, each.registers);
    spills += each.spill_bytes;
    code += each.code_bytes;
  }
  const auto number = [](auto value) { return Cell(static_cast<double>(value)); };
  cells.insert(cells.end(),
               {rates.evaluations,
                cell_or_null(terms_rate),
                rates.evaluations * static_cast<double>(kernel.figures().flops) / 1e9,
                rates.peak_flops / 1e9,
                rates.evaluations * 2 * static_cast<double>(sizes.edges) / rates.peak_flops,
                rates.windowed,
                rates.evaluations / rates.windowed,
                rates.input_bytes / rates.copy_bytes,
                rates.copy_bytes / 1e9,
                rates.cached,
                rates.from_host,
                prepared.compile_seconds,
                cell_or_null(prepared.cached_load),
                Cell(kernel.schedule()),
                Cell(kernel.schedule_choice()),
                kernel.times().tune,
                number(registers),
                number(spills),
                number(code),
                number(rates.memory_bytes)});
  if (rates.together) {
    const auto& together = *rates.together;
    cells.insert(cells.end(), {together.evaluations, together.ratio,
                               together.ratio / static_cast<double>(devices.size()),
                               together.from_host, together.from_host_ratio});
  }
  cells.insert(cells.end(), {rates.windowed, rates.evaluations / rates.windowed, rates.evaluations,
                             rates.converting});
  return cells;
}

const Titles step_titles = {
    {"evaluations_per_s", "evals/s"}, {"steps_per_s", "steps/s"},   {"ratio", "ratio"},
    {"overhead_ns", "ns more"},       {"acceptance", "acceptance"}, {"walker_bytes", "walker B"},
    {"propagators", "propagators"}};
// Of devices, behind these.
const Titles form_titles = {{"schedule", "schedule"},
                            {"form", "form"},
                            {"fused_steps_per_s", "fused"},
                            {"split_steps_per_s", "split"}};

/// Steps on a device in both forms. The bare kernel is that of the schedule asked for, around which the split form is.
struct FormRates {
  bench::StepRates split;
  std::optional<bench::StepRates> fused;  ///< where the graph may be straight
};

/// Whether the graph comes into question for one kernel without loops.
bool may_be_straight(const Kernel& kernel) {
  return std::ranges::any_of(kernel.schedule_trials(), [](const Kernel::ScheduleTrial& trial) {
    return trial.schedule.starts_with("straight") && trial.skipped.empty();
  });
}

FormRates measure_forms(const Kernel& kernel, const SourcePtr& source, CompileOptions compile,
                        const std::vector<ParamValue>& params, const Machine& machine,
                        std::uint32_t walkers, Progress& progress) {
  const int device = compile.devices.front();
  const auto measure = [&](const Kernel& around, integrate::GpuForm form) {
    return bench::measure_steps(around, params, machine, device, form, walkers);
  };
  FormRates rates{.split = measure(kernel, integrate::GpuForm::split), .fused = {}};
  if (kernel.schedule().starts_with("straight")) {
    rates.fused = measure(kernel, integrate::GpuForm::fused);
  } else if (may_be_straight(kernel)) {
    compile.cuda_schedule = "straight";
    rates.fused = measure(compile_kernel(source, compile, progress), integrate::GpuForm::fused);
  }
  return rates;
}

std::vector<Cell> step_row(const Options& options, const SourcePtr& source,
                           const rules::Rules& rules, const std::vector<ParamValue>& params,
                           const Machine& machine, const StaticValues& statics) {
  Progress progress;
  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  const Kernel kernel = compile_kernel(source, compile, progress);
  check_params(params, kernel, rules);
  progress.stage("measuring " + to_string(statics));
  const bool gpu = kernel.target() == Target::cuda;
  std::optional<FormRates> forms;
  if (gpu)
    forms = measure_forms(kernel, source, compile, params, machine, options.walkers, progress);
  const bool fused = gpu && integrate::gpu_form(kernel) == integrate::GpuForm::fused;
  const bench::StepRates rates =
      !gpu    ? bench::measure_steps(kernel, params, machine, 0, integrate::GpuForm::automatic,
                                     options.walkers)
      : fused ? *forms->fused
              : forms->split;
  progress.stage("");
  std::vector<Cell> cells;
  for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
  cells.insert(cells.end(),
               {rates.evaluations, rates.steps, rates.steps / rates.evaluations,
                1e9 / rates.steps - 1e9 / rates.evaluations, rates.acceptance,
                static_cast<double>(rates.walker_bytes), static_cast<double>(rates.changed)});
  if (gpu) {
    const auto& other = forms->fused;
    cells.insert(cells.end(), {Cell(kernel.schedule()), Cell(fused ? "fused" : "split"),
                               cell_or_null(other ? std::optional(other->steps) : std::nullopt),
                               Cell(forms->split.steps)});
  }
  return cells;
}

void run(const Options& options) {
  const Definitions definitions(options.rules.definitions);
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(source);
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  if (options.kernel.target == "interpreter") {
    throw UsageError("found --target interpreter for `bench`, expected cpu or cuda");
  }
  const Machine machine = this_machine();
  const unsigned threads = options.threads == 0 ? available_threads() : options.threads;

  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  const bool gpu = options.kernel.target == "cuda";
  for (const auto& [key, title] : options.integrate ? step_titles
                                  : gpu             ? gpu_titles
                                                    : processor_titles) {
    const std::string_view name = key;
    columns.push_back({key, 10, name.starts_with("schedule"), title});
  }
  if (gpu && options.integrate) {
    for (const auto& [key, title] : form_titles) {
      const std::string_view name = key;
      columns.push_back({key, 10, name == "schedule" || name == "form", title});
    }
  }
  if (gpu && !options.integrate && options.kernel.devices.size() > 1) {
    for (const auto& [key, title] : several_titles) columns.push_back({key, 10, false, title});
  }
  for (const char* key : gpu_aliases) {
    if (gpu && !options.integrate) columns.push_back({key, 0, false, "", false});
  }
  if (threads > 1 && !gpu && !options.integrate)
    columns.push_back({fmt::format("threads_{}", threads), 9});
  ResultRows rows(std::move(columns), options.json);
  definitions.for_each([&](const StaticValues& statics) {
    if (options.integrate) {
      rows.add(step_row(options, source, rules, params, machine, statics));
      return;
    }
    rows.add(gpu ? gpu_row(options, source, rules, params, statics)
                 : row(options, source, rules, params, machine, threads, statics));
  });
  rows.finish();
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  options->kernel.precision = "fp32";
  CLI::App* command = app.add_subcommand(
      "bench", "measure kernels on this machine against its FMA peak and a flat edge list");
  add_rule_options(*command, options->rules);
  command->add_option("-p", options->params, "value of a param: N=2, z=1+2i, k=1,0,0,1")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--threads", options->threads,
                   "also measure with so many threads (0: one a core); key threads_K is that rate "
                   "over the rate of one")
      ->capture_default_str();
  command->add_flag("--json", options->json, "one JSON array, an object for each row");
  command->add_flag(
      "--integrate", options->integrate,
      "measure the Markov steps of `integrate` beside the kernel that they are made around");
  command
      ->add_option(
          "--walkers", options->walkers,
          "walkers of these steps, rounded up to blocks of 128 (default: 1024, on a device "
          "what `integrate` takes there)")
      ->check(CLI::Range(1, 1 << 26))
      ->type_name("NUMBER");
  add_kernel_options(*command, options->kernel);
  add_target_options(*command, options->kernel);
  command->footer(
      "Rates are medians of five rounds of at least 0.1 s, in which peak, baseline and kernel run "
      "in turn on one thread,\n"
      "batches in half of the L2 cache. share: evaluations_per_s * 2 * edges (as `stats` counts "
      "them) / peak. baseline: the\n"
      "edge list walked for each configuration alone, in float. dram_: batches beyond all caches. "
      "convert_: batches given\n"
      "as [configuration][leaf]. compile_s: from the rules to the kernel; cached_load_s: from the "
      "cache's key to the kernel.\n"
      "With --target cuda: inputs in the device's memory, beyond its caches. windowed_: one block "
      "a "
      "configuration, the method of "
      "Sturt and\n"
      "Kozik, on the same device; copy_share: input bytes read a second over those that a copy "
      "reads "
      "and writes; cached_: "
      "batches in half\n"
      "of the device's L2; host_: rows on the host, copied there and back; memory: the most bytes "
      "of "
      "the device in use. schedule_choice:\n"
      "asked for, measured (in tune_s, which compile_s leaves out), measured before, or cost "
      "model; "
      "--schedule takes schedule\n"
      "to make the same kernel again. --json has the keys of processors, too: baseline_ is "
      "windowed_, ratio ratio_windowed, dram_\n"
      "evaluations_per_s.\n"
      "With several --devices: all but the last columns are of the first; devices_: all at once, "
      "each with a batch of its own "
      "in its memory, and\n"
      "devices_host_: one batch on the host shared among them; devices_ratio: over the first "
      "alone, devices_efficiency: that "
      "over their number.\n"
      "With --integrate: steps of walkers on a triangular lattice of 16 x 16 sites, beta = 2, half "
      "filled, on one thread: a "
      "vertex\n"
      "moves, its propagators are looked up, the graph evaluated, the move decided, sums kept. "
      "ratio: steps_per_s /\n"
      "evaluations_per_s; overhead_ns: what a step takes besides the graph; walker_bytes: memory "
      "of a walker.");
  command->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace diagc
