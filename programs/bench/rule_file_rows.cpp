#include "programs/bench/rule_file_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/expand/figures.h"
#include "programs/bench/cyclic_rates.h"
#include "programs/bench/gpu_rates.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/step_forms.h"
#include "programs/bench/step_rates.h"
#include "programs/bench/table.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"
#include "programs/command/values.h"
#include "runtime/system/thread_pool.h"

namespace diagc::bench {

namespace {

struct Prepared {
  std::optional<Kernel> kernel;
  Preparation times;
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
    prepared.times.cached_load = prepared.kernel->times().load;
    other.use_cache = false;
    prepared.times.compile_seconds = all_stages(compile_kernel(source, other, progress).times());
    return prepared;
  }
  prepared.times.compile_seconds = all_stages(prepared.kernel->times());
  if (options.use_cache) {
    const Kernel again = compile_kernel(source, other, progress);
    if (again.from_cache()) prepared.times.cached_load = again.times().load;
  }
  return prepared;
}

/// The statics, with which every row begins.
std::vector<Cell> static_cells(const StaticValues& statics) {
  std::vector<Cell> cells;
  for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
  return cells;
}

void append(std::vector<Cell>& cells, const std::vector<Cell>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

Work work_of(const Kernel& kernel, const Graph& expanded) {
  const GraphFigures sizes = figures(expanded);
  return {.executed_flops = kernel.figures().flops, .edges = sizes.edges, .terms = sizes.terms};
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
  progress.stage("measuring " + to_string(statics));
  const Rates rates = measure(kernel, expanded, params, machine, threads);
  progress.stage("");

  std::vector<Cell> cells = static_cells(statics);
  append(cells, processor_cells(work_of(kernel, expanded), rates, prepared.times, threads));
  return cells;
}

GpuProgram program_of(const Kernel& kernel) {
  GpuProgram program{.schedule = kernel.schedule(),
                     .schedule_choice = kernel.schedule_choice(),
                     .tune_seconds = kernel.times().tune};
  for (const Kernel::GpuCode& each : kernel.gpu_code()) {
    program.registers = std::max(program.registers, each.registers);
    program.spill_bytes += each.spill_bytes;
    program.code_bytes += each.code_bytes;
  }
  return program;
}

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
  progress.stage("measuring " + to_string(statics));
  const GpuRates rates =
      measure_on_gpus({kernel, windowed, all ? &*all : nullptr}, devices, expanded, params);
  progress.stage("");

  std::vector<Cell> cells = static_cells(statics);
  append(cells, gpu_cells(work_of(kernel, expanded), rates, prepared.times, program_of(kernel),
                          devices.size()));
  return cells;
}

/// Of `options.against` at these statics, beside the kernel of FILE.
std::vector<Cell> against_row(const Options& options, const SourcePtr& source,
                              const std::vector<ParamValue>& params, const Machine& machine,
                              const StaticValues& statics) {
  Progress progress;
  RuleOptions rules_of_other = options.rules;
  rules_of_other.file = options.against;
  const SourcePtr other_source = open_rules(options.against);
  const rules::Rules other_rules = read_rules(rules_of_other, other_source);
  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  if (compile.target == Target::cuda) compile.devices = {options.kernel.devices.front()};
  const Kernel kernel = compile_kernel(source, compile, progress),
               other = compile_kernel(other_source, compile, progress);
  const std::vector<ParamValue> other_params = parse_params(options.params, other_rules);
  check_params(other_params, other, other_rules);
  progress.stage("measuring " + to_string(statics) + " in turn");
  const auto call = [&](const TimedKernel& timed) {
    return compile.target == Target::cuda ? batch_call_on_gpu(timed, compile.devices.front())
                                          : batch_call(timed, machine);
  };
  const RatesInTurn rates = rates_against(call({kernel, params}), call({other, other_params}));
  progress.stage("");
  return against_cells(rates);
}

std::vector<Cell> step_row(const Options& options, const SourcePtr& source,
                           const rules::Rules& rules, const std::vector<ParamValue>& params,
                           const Machine& machine, const StaticValues& statics) {
  Progress progress;
  const CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  const Kernel kernel = compile_kernel(source, compile, progress);
  check_params(params, kernel, rules);
  StepKind kind =
      step_kind(kernel, source, compile, params, options.sampling, options.draws, progress);
  if (options.kernel.precision == "mixed") {
    if (!kind.all_labellings || options.sampling != "independent") {
      throw UsageError(
          "found --precision mixed without --sampling independent, expected both, or fp64: samples "
          "that depend on each other have one precision");
    }
    CompileOptions single = compile;
    single.precision = Precision::fp32;
    kind.single = compile_kernel(source, single, progress);
  }
  progress.stage("measuring " + to_string(statics));
  std::vector<Cell> cells = static_cells(statics);
  if (kernel.target() == Target::cuda) {
    append(cells, step_cells(measure_forms(kernel, source, compile, params, kind, machine,
                                           options.walkers, progress)));
  } else {
    append(cells,
           step_cells(measure_steps(kernel, params, kind, machine, {.walkers = options.walkers})));
  }
  progress.stage("");
  return cells;
}

}  // namespace

void measure_rule_file(const Options& options) {
  const Definitions definitions(options.rules.definitions);
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  if (options.kernel.target == "interpreter") {
    throw UsageError("found --target interpreter for `bench`, expected cpu or cuda");
  }
  if (has_cyclic_axes(rules)) return measure_cyclic(options, rules);
  if (!options.sampling.empty() && !options.integrate)
    throw UsageError("found --sampling without --integrate, expected both, or neither");
  if (!options.draws.empty() && !options.integrate)
    throw UsageError("found --draws without --integrate, expected both, or neither");
  if (options.kernel.precision == "mixed" && !options.integrate)
    throw UsageError("found --precision mixed without --integrate, expected both, or fp32 or fp64");
  if (!options.against.empty() && options.integrate)
    throw UsageError("found --against with --integrate, expected one of them");
  const Machine machine = this_machine();
  const unsigned threads = options.threads == 0 ? available_threads() : options.threads;

  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  const bool gpu = options.kernel.target == "cuda";
  const std::vector<Column> measured = options.integrate ? step_columns(gpu)
                                       : gpu ? gpu_columns(options.kernel.devices.size())
                                             : processor_columns(threads);
  columns.insert(columns.end(), measured.begin(), measured.end());
  if (!options.against.empty()) {
    const std::vector<Column> against = against_columns();
    columns.insert(columns.end(), against.begin(), against.end());
  }
  ResultRows rows(std::move(columns), options.json);
  definitions.for_each([&](const StaticValues& statics) {
    if (options.integrate) {
      rows.add(step_row(options, source, rules, params, machine, statics));
      return;
    }
    std::vector<Cell> cells = gpu ? gpu_row(options, source, rules, params, statics)
                                  : row(options, source, rules, params, machine, threads, statics);
    if (!options.against.empty())
      append(cells, against_row(options, source, params, machine, statics));
    rows.add(std::move(cells));
  });
  rows.finish();
}

}  // namespace diagc::bench
