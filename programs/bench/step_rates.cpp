#include "programs/bench/step_rates.h"

#include <numeric>

#include "programs/bench/machine_loops.h"
#include "programs/bench/row_arrays.h"
#include "programs/integrate/model/model.h"
#include "programs/integrate/sampling/order_run.h"
#include "programs/integrate/sampling/ranks.h"
#include "programs/integrate/sampling/step_code.h"
#include "programs/integrate/sampling/warm_up.h"

namespace diagc::bench {

namespace {

integrate::Model benchmark_model() {
  integrate::ModelOptions options;
  options.lattice = integrate::Lattice::triangular;
  options.size = {16, 16};
  options.filling = 0.5;
  options.beta = 2;
  return integrate::make_model(options);
}

template <class T>
StepRates measure_in(const Kernel& many_threads, const std::vector<ParamValue>& params,
                     const Machine& machine) {
  const Kernel kernel = many_threads.with_threads(1);
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  RowArrays<T> batch = cached_batch<T>(kernel, machine);

  const integrate::Model model = benchmark_model();
  const auto tables = integrate::shared_walker_tables(model, kernel.precision(), 16);
  std::vector<integrate::OrderRun> runs(1);
  integrate::OrderRun& run = runs[0];
  run.order = integrate::integration_order(kernel);
  run.all_blocks = 8;
  run.blocks.resize(run.all_blocks);
  std::iota(run.blocks.begin(), run.blocks.end(), 0);
  run.walkers = tables->make(kernel, numbers, 1, run.blocks, 0, true, {});
  integrate::SingleRank ranks;
  integrate::warm_up(runs, model, tables->classes(), {.steps = 256, .ranks = ranks});

  constexpr std::uint64_t calls_apart = 4;  // stretches in one block before the next one's turn
  const std::uint64_t steps = calls_apart * run.stretch;
  std::size_t block = 0;
  std::uint64_t made = 0, accepted = 0;
  const auto walk = [&] {
    const integrate::StepSums sums = run.walkers->walk(block, run.next_step, steps);
    for (const std::uint64_t each : sums.accepted) accepted += each;
    made += steps * integrate::OrderWalkers::block_walkers;
    block = (block + 1) % run.blocks.size();
    if (block == 0) run.next_step += steps;
  };
  const std::vector<double> rates =
      rates_in_turn({[&] { batch.evaluate(kernel, uniform, 0, batch.configurations()); }, walk});
  return {.evaluations = rates[0] * static_cast<double>(batch.configurations()),
          .steps = rates[1] * static_cast<double>(steps * integrate::OrderWalkers::block_walkers),
          .acceptance = static_cast<double>(accepted) / static_cast<double>(made),
          .walker_bytes = run.walkers->walker_bytes(),
          .changed = 2 * run.order};
}

}  // namespace

StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const Machine& machine) {
  return kernel.precision() == Precision::fp32 ? measure_in<float>(kernel, params, machine)
                                               : measure_in<double>(kernel, params, machine);
}

}  // namespace diagc::bench
