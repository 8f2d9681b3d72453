// diagc bench: what kernels reach on this machine.
#include "programs/bench/bench.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "programs/bench/dynamics_gpu_rates.h"
#include "programs/bench/dynamics_gpus_rates.h"
#include "programs/bench/dynamics_rates.h"
#include "programs/bench/dynamics_table.h"
#include "programs/bench/network_rows.h"
#include "programs/bench/options.h"
#include "programs/bench/rule_file_rows.h"
#include "programs/command/option_values.h"
#include "programs/command/result_rows.h"

namespace diagc {

namespace {

void run_dynamics(const bench::Options& options) {
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

void run(const bench::Options& options) {
  if (!options.memory.empty() && !options.contract)
    throw UsageError("found --memory without --contract, expected both");
  if (!options.against.empty() && (options.contract || options.dynamics))
    throw UsageError("found --against with --contract or --dynamics, expected it with a rule FILE");
  if (options.dynamics) return run_dynamics(options);
  if (options.contract) return bench::measure_networks(options);
  if (options.kernels) throw UsageError("found --kernels without --contract, expected both");
  if (!options.order.empty() || !options.element.empty())
    throw UsageError("found --order or --element without --contract NETWORK, expected both");
  bench::measure_rule_file(options);
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto options = std::make_shared<bench::Options>();
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
  command
      ->add_option(
          "--against", options->against,
          "another rule file with the same statics and params: both kernels are measured in "
          "turn; key over_against is the rate of FILE over its rate")
      ->type_name("FILE");
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
  take_one_of(command
                  ->add_option("--precision", options->kernel.precision,
                               "of the kernel: fp32 or fp64; with --integrate also mixed: "
                               "independent samples by fp32, with fp64 where that matters")
                  ->capture_default_str(),
              {"fp32", "fp64", "mixed"});
  add_code_options(*command, options->kernel);
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
      "Of a file with cyclic axes (--axis): seconds of a configuration by Fourier transforms on "
      "one "
      "thread, and by direct sums\n"
      "beside; ratio: the latter over the former; numbers are random, in double precision.\n"
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
      "threads: slices a second of one on two threads, over those of two side by side; plan of 8 "
      "(key distribution_s):\n"
      "seconds in which its arrays are distributed among eight devices, the order being there.\n"
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
