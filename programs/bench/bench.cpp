// diagc bench: what kernels reach on this machine.
#include "programs/bench/bench.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/expand/figures.h"
#include "programs/bench/contract_rates.h"
#include "programs/bench/contract_table.h"
#include "programs/bench/dynamics_gpu_rates.h"
#include "programs/bench/dynamics_gpus_rates.h"
#include "programs/bench/dynamics_rates.h"
#include "programs/bench/dynamics_table.h"
#include "programs/bench/gpu_rates.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/step_forms.h"
#include "programs/bench/step_rates.h"
#include "programs/bench/table.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
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
  std::string sampling, draws;
  std::uint32_t walkers = 0;
  bool contract = false, kernels = false, dynamics = false;
  std::vector<std::string> networks;
  std::string order, element, memory;
  std::int64_t rounds = 3;
};

struct Prepared {
  std::optional<Kernel> kernel;
  bench::Preparation times;
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

bench::Work work_of(const Kernel& kernel, const Graph& expanded) {
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
  const bench::Rates rates = bench::measure(kernel, expanded, params, machine, threads);
  progress.stage("");

  std::vector<Cell> cells = static_cells(statics);
  append(cells, bench::processor_cells(work_of(kernel, expanded), rates, prepared.times, threads));
  return cells;
}

bench::GpuProgram program_of(const Kernel& kernel) {
  bench::GpuProgram program{.schedule = kernel.schedule(),
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
  const bench::GpuRates rates =
      bench::measure_on_gpus({kernel, windowed, all ? &*all : nullptr}, devices, expanded, params);
  progress.stage("");

  std::vector<Cell> cells = static_cells(statics);
  append(cells, bench::gpu_cells(work_of(kernel, expanded), rates, prepared.times,
                                 program_of(kernel), devices.size()));
  return cells;
}

std::vector<Cell> step_row(const Options& options, const SourcePtr& source,
                           const rules::Rules& rules, const std::vector<ParamValue>& params,
                           const Machine& machine, const StaticValues& statics) {
  Progress progress;
  const CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  const Kernel kernel = compile_kernel(source, compile, progress);
  check_params(params, kernel, rules);
  const bench::StepKind kind =
      bench::step_kind(kernel, source, compile, params, options.sampling, options.draws, progress);
  progress.stage("measuring " + to_string(statics));
  std::vector<Cell> cells = static_cells(statics);
  if (kernel.target() == Target::cuda) {
    append(cells, bench::step_cells(bench::measure_forms(kernel, source, compile, params, kind,
                                                         machine, options.walkers, progress)));
  } else {
    append(cells, bench::step_cells(bench::measure_steps(kernel, params, kind, machine,
                                                         {.walkers = options.walkers})));
  }
  progress.stage("");
  return cells;
}

/// What one device does alone, beside what several do that share the arrays of every slice.
void run_shared_contractions(const Options& options,
                             const std::vector<bench::ContractCase>& cases) {
  const std::vector<int>& devices = options.kernel.devices;
  if (options.kernels)
    throw UsageError("found --kernels with several --devices, expected one of them");
  if (!options.memory.empty() && !options.order.empty())
    throw UsageError(
        "found --memory with --order, expected one of them: orders are searched for it");
  ResultRows rows(bench::contract_gpus_columns(), options.json);
  for (const bench::ContractCase& one : cases) {
    Progress progress;
    progress.stage("measuring " + one.name);
    const auto rates = bench::measure_contraction_on_gpus(
        one, options.memory, static_cast<int>(options.rounds), devices);
    progress.stage("");
    rows.add(bench::contract_gpus_cells(one.name, rates, devices.size()));
  }
  rows.finish();
}

/// Networks of the command line, random numbers in them, or the standard ones.
void run_contractions(const Options& options) {
  std::vector<bench::ContractCase> cases;
  for (const std::string& file : options.networks) {
    constexpr double log2_of_slice = 26;
    const bool is_circuit = file.ends_with(".qsim");
    bench::ContractCase one{file, {}, log2_of_slice, options.order};
    one.subject.file = file;
    one.subject.element = !options.element.empty() ? options.element : is_circuit ? "c64" : "f32";
    if (!is_circuit) one.subject.fill = "random:1";
    cases.push_back(std::move(one));
  }
  if (cases.size() != 1 && !(options.order.empty() && options.element.empty())) {
    throw UsageError(
        "found --order or --element without one network, expected them with --contract NETWORK");
  }
  if (cases.empty()) cases = bench::standard_cases();
  if (options.kernels && cases.size() != 1)
    throw UsageError("found --kernels without one network, expected --contract --kernels NETWORK");
  const bool on_gpu = options.kernel.target == "cuda";
  if (on_gpu && options.kernel.devices.size() > 1) return run_shared_contractions(options, cases);
  if (!options.memory.empty()) {
    throw UsageError(
        "found --memory without several --devices, expected them with --contract --target cuda");
  }
  ResultRows rows(
      on_gpu ? (options.kernels ? bench::gpu_kernel_columns() : bench::contract_gpu_columns())
             : (options.kernels ? bench::kernel_columns() : bench::contract_columns()),
      options.json);
  for (const bench::ContractCase& one : cases) {
    Progress progress;
    progress.stage("measuring " + one.name);
    if (on_gpu) {
      const auto rates = bench::measure_contraction_on_gpu(one, static_cast<int>(options.rounds),
                                                           options.kernel.devices.front());
      progress.stage("");
      if (!options.kernels) rows.add(bench::contract_gpu_cells(one.name, rates));
      if (!options.kernels) continue;
      for (const auto& cells : bench::gpu_kernel_rows(rates)) rows.add(cells);
      continue;
    }
    const auto rates =
        bench::measure_contraction(one, static_cast<int>(options.rounds), !options.kernels);
    progress.stage("");
    if (!options.kernels) {
      rows.add(bench::contract_cells(one.name, rates));
      continue;
    }
    for (const auto& cells : bench::kernel_rows(rates)) rows.add(cells);
  }
  rows.finish();
}

void run_dynamics(const Options& options) {
  if (options.contract || options.integrate || !options.rules.file.empty())
    throw UsageError(
        "found --dynamics with something else to measure, expected it without FILE, --integrate "
        "and --contract");
  ResultRows rows(bench::dynamics_columns(), options.json);
  const auto add = [&](const bench::DynamicsRate& rate) { rows.add(bench::dynamics_cells(rate)); };
  if (options.kernel.target == "cuda") {
    if (options.kernel.devices.size() > 1) {
      bench::measure_dynamics_on_gpus(options.kernel.devices, add);
    } else {
      bench::measure_dynamics_on_gpu(options.kernel.devices.front(), add);
    }
  } else {
    bench::measure_dynamics(add);
  }
  rows.finish();
}

void run(const Options& options) {
  if (!options.memory.empty() && !options.contract)
    throw UsageError("found --memory without --contract, expected both");
  if (options.dynamics) return run_dynamics(options);
  if (options.contract) return run_contractions(options);
  if (options.kernels) throw UsageError("found --kernels without --contract, expected both");
  if (!options.order.empty() || !options.element.empty())
    throw UsageError("found --order or --element without --contract NETWORK, expected both");
  const Definitions definitions(options.rules.definitions);
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  if (options.kernel.target == "interpreter") {
    throw UsageError("found --target interpreter for `bench`, expected cpu or cuda");
  }
  if (!options.sampling.empty() && !options.integrate)
    throw UsageError("found --sampling without --integrate, expected both, or neither");
  if (!options.draws.empty() && !options.integrate)
    throw UsageError("found --draws without --integrate, expected both, or neither");
  const Machine machine = this_machine();
  const unsigned threads = options.threads == 0 ? available_threads() : options.threads;

  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  const bool gpu = options.kernel.target == "cuda";
  const std::vector<Column> measured = options.integrate ? bench::step_columns(gpu)
                                       : gpu ? bench::gpu_columns(options.kernel.devices.size())
                                             : bench::processor_columns(threads);
  columns.insert(columns.end(), measured.begin(), measured.end());
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
  command->add_option("-p", options->params, "value of a param: N=2, h=1/10, z=1+2i, k=1,0,0,1")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  take_whole_number(command
                        ->add_option("--threads", options->threads,
                                     "also measure with so many threads (0: one a core); key "
                                     "threads_K is that rate over the rate of one")
                        ->capture_default_str(),
                    0, 65536);
  command->add_flag("--json", options->json, "one JSON array, an object for each row");
  command->add_flag(
      "--integrate", options->integrate,
      "measure the steps of `integrate`, of Markov chains or independent samples, beside the "
      "kernel that they are made around");
  take_one_of(command->add_option("--sampling", options->sampling,
                                  "of these steps (default: what `integrate` takes: chains around "
                                  "rule files that sum one labelling, for others what warm-up "
                                  "finds best)"),
              {"chain", "tree", "independent"});
  take_one_of(command->add_option("--draws", options->draws,
                                  "of independent samples (default: what `integrate` takes: points "
                                  "of Sobol's sequence for up to five integrated vertices)"),
              {"random", "sobol"});
  take_whole_number(
      command
          ->add_option(
              "--walkers", options->walkers,
              "walkers of these steps, rounded up to blocks of 128 (default: 1024, on a device "
              "what `integrate` takes there)")
          ->type_name("NUMBER"),
      1, 1 << 26);
  command->get_option("FILE")->required(false);
  CLI::Option* contract =
      command
          ->add_option("--contract", options->networks,
                       "measure contractions of tensor networks instead (see `contract`); without "
                       "a NETWORK those of docs/performance.md, from tests/networks/data")
          ->expected(0, -1)
          ->type_name("NETWORK...");
  command->add_flag("--dynamics", options->dynamics,
                    "measure propagation of two-time Green's functions instead (docs/dynamics.md)");
  command->add_flag("--kernels", options->kernels,
                    "with --contract NETWORK: every kernel of it, the longest first");
  command
      ->add_option(
          "--order", options->order,
          "with --contract NETWORK: a file as `contract --save-order` writes it "
          "(default: the network's own, else one is searched with slices of 2^26 elements)")
      ->type_name("ORDER.json");
  take_one_of(command->add_option("--element", options->element,
                                  "with --contract NETWORK (default: c64 for circuits, else f32)"),
              {"f32", "c64"});
  command
      ->add_option("--memory", options->memory,
                   "with --contract, --target cuda and several --devices: what each of them may "
                   "take, for which orders are searched (default: one order for all)")
      ->type_name("BYTES");
  take_whole_number(
      command->add_option("--rounds", options->rounds, "with --contract: runs of the baseline")
          ->capture_default_str(),
      1, 1000);
  add_kernel_options(*command, options->kernel);
  add_target_options(*command, options->kernel);
  command->footer(
      "Rates are medians of five rounds of at least 0.1 s, in which peak, baseline and kernel run "
      "in turn on one thread,\n"
      "batches in half of the L2 cache.\n"
      "executed Gflop/s (key gflops): operations that the kernel executes, after the passes, a "
      "fused multiply-add two;\n"
      "executed/peak (executed_share): over the peak of fused multiply-adds.\n"
      "edge share (share): evaluations_per_s * 2 * edges / peak, edges of the graph as the rules "
      "write it, as `stats` counts\n"
      "them: the share of the peak that a multiply-add for every edge would take. Passes that "
      "save operations make it\n"
      "larger than executed/peak, and it may pass 1. Shares of one grammar compare, whatever the "
      "passes do.\n"
      "baseline: the edge list walked for each configuration alone, in float; ratio: evals/s over "
      "baseline/s. dram: batches\n"
      "beyond all caches. convert: batches given as [configuration][leaf]. compile: from the rules "
      "to the kernel;\n"
      "cached: from the cache's key to the kernel. A line below the table says why a cell is -.\n"
      "With --target cuda: inputs in the device's memory, beyond its caches. windowed: one block a "
      "configuration, the method\n"
      "of Sturt and Kozik, on the same device; ratio: evals/s over windowed/s; copy share: input "
      "bytes read a second over\n"
      "those that a copy reads and writes; in cache: batches in half of the device's L2; host: "
      "rows on the host, copied\n"
      "there and back; memory: the most bytes of the device in use. chosen: requested, measured "
      "(in tune_s, which compile_s\n"
      "leaves out), measured before, or cost model; --schedule takes schedule to make the same "
      "kernel again. --json has the\n"
      "keys of processors, too: baseline_ is windowed_, ratio ratio_windowed, dram_ "
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
      "moves, its propagators are looked up, the graph evaluated, the move decided, sums kept; or "
      "independent samples: a tree\n"
      "is drawn, all propagators are looked up, its weight is made, the graph evaluated, sums "
      "kept. "
      "ratio: steps_per_s /\n"
      "evaluations_per_s; overhead_ns: what a step takes besides the graph; walker_bytes: memory "
      "of a walker.\n"
      "With --dynamics: on one thread. Seconds are those of a pair of times, of a row and k, of a "
      "whole trajectory, beside those\n"
      "of another way to the same; ratio: the latter over the former.\n"
      "With --dynamics --target cuda: on the first of --devices. Of the last trajectory ratio is "
      "the part of its "
      "time that history and\n"
      "self-energies take, and then how often its bytes stand in what the formula of "
      "docs/dynamics.md allows. Of several --devices: all of them beside the first one alone.\n"
      "With --contract: one slice on one thread, single precision, medians of runs that alternate "
      "with those of the baseline.\n"
      "MACs, width: log2 of products and of elements of the largest value; cold_s: the first run; "
      "GF/s, peak: of the FMA\n"
      "peak; sgemm: of large square products of OpenBLAS; GB/s: what kernels read and write; "
      "copies: time over that of\n"
      "copying all operands and results of all steps; roofline: the longer of kernels' bytes at "
      "the copy rate and operations\n"
      "at the FMA peak, over our time; baseline: transposes and OpenBLAS over ours; BLAS: its "
      "products alone over ours;\n"
      "copy: GB/s of a copy, read and written; transp.: the baseline's transposes over that;\n"
      "threads: slices a second of one on two threads, over those of two side by side.\n"
      "With --contract --target cuda: on the first of --devices. busy_s: what kernels take of "
      "seconds; GF/s, "
      "GB/s, peak and copies are of\n"
      "that; roofline: the longer of copies of all operands and results and operations at the "
      "peak, "
      "over that. Of large steps\n"
      "alone, BLAS: products of cuBLAS on operands that lie as it wants them, over ours; baseline: "
      "the same with transposes of\n"
      "all operands at the rate of copies.\n"
      "Of several --devices: all slices on the first one alone (alone, slices1, memory1, alone_s) "
      "and shared array by array,\n"
      "estimated from one slice; eff.: ratio over their number; model: the ratio that plans expect "
      "of H200s; busy_s, exchange_s:\n"
      "what launches and exchanges take; planned, counted: bytes sent in the slices that were "
      "taken.");
  command->callback([options, contract, &action] {
    options->contract = contract->count() > 0;
    std::erase(options->networks, "");  // what an option without values leaves
    if (!options->contract && !options->dynamics && options->rules.file.empty())
      throw CLI::RequiredError("FILE");
    action = [options] { run(*options); };
  });
}

}  // namespace diagc
