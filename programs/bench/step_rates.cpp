#include "programs/bench/step_rates.h"

#include <functional>
#include <memory>
#include <numeric>

#include "physics/lattice/model.h"
#include "physics/series/sampling/order_run.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/warm_up.h"
#include "programs/bench/gpu_arrays.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/row_arrays.h"
#include "programs/integrate/devices.h"
#include "runs/parallel/ranks.h"

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

/// One call evaluates the bare kernel on a batch of so many configurations.
struct BareCall {
  std::function<void()> run;
  std::size_t configurations = 0;
};

template <class T>
BareCall on_processor(const Kernel& kernel, const std::vector<T>& params, const Machine& machine) {
  const auto batch = std::make_shared<RowArrays<T>>(cached_batch<T>(kernel, machine));
  return {[=] { batch->evaluate(kernel, params, 0, batch->configurations()); },
          batch->configurations()};
}

template <class T>
BareCall on_gpu(const Kernel& kernel, const std::vector<T>& params, int number) {
  const cuda::Device device(number);
  RowArrays<T> numbers(kernel, 1U << 14U);
  numbers.fill(20260101);
  const auto batch = std::make_shared<GpuArrays<T>>(device, kernel, numbers,
                                                    streamed_configurations<T>(kernel, device));
  return {[=] { batch->evaluate(kernel, params); },
          static_cast<std::size_t>(batch->configurations())};
}

template <class T>
StepRates measure_in(const Kernel& many_threads, const std::vector<ParamValue>& params,
                     const Machine& machine, int device, integrate::GpuForm form,
                     std::uint32_t walkers) {
  const Kernel kernel = many_threads.with_threads(1);
  const bool gpu = kernel.target() == Target::cuda;
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const BareCall bare =
      gpu ? on_gpu<T>(kernel, uniform, device) : on_processor<T>(kernel, uniform, machine);

  const integrate::Model model = benchmark_model();
  const auto tables = integrate::shared_walker_tables(model, kernel.precision(), 16);
  std::vector<integrate::OrderRun> runs(1);
  integrate::OrderRun& run = runs[0];
  run.order = integrate::integration_order(kernel);
  run.all_blocks = (walkers + integrate::OrderWalkers::block_walkers - 1) /
                   integrate::OrderWalkers::block_walkers;
  if (gpu) run.least_stretch = integrate::gpu_stretch;
  run.blocks.resize(run.all_blocks);
  std::iota(run.blocks.begin(), run.blocks.end(), 0);
  run.walkers = tables->make(kernel, numbers, 1, run.blocks, device, true, {}, form);
  integrate::SingleRank ranks;
  integrate::warm_up(runs, model, tables->classes(), {.steps = 256, .ranks = ranks});

  // A device makes stretches as long as those of an integration; on a processor a block makes several before the next one's turn.
  const std::uint64_t calls_apart = gpu ? 1 : 4;
  const std::uint64_t steps = calls_apart * run.stretch;
  const std::size_t blocks_a_call = gpu ? run.blocks.size() : 1;
  std::size_t block = 0;
  std::uint64_t made = 0, accepted = 0;
  const auto walk = [&] {
    for (std::size_t i = 0; i < blocks_a_call; ++i) {
      const integrate::StepSums sums = run.walkers->walk(block, run.next_step, steps);
      for (const std::uint64_t each : sums.accepted) accepted += each;
      made += steps * integrate::OrderWalkers::block_walkers;
      block = (block + 1) % run.blocks.size();
      if (block == 0) run.next_step += steps;
    }
  };
  const std::vector<double> rates = rates_in_turn({bare.run, walk});
  return {.evaluations = rates[0] * static_cast<double>(bare.configurations),
          .steps = rates[1] * static_cast<double>(steps * integrate::OrderWalkers::block_walkers *
                                                  blocks_a_call),
          .acceptance = static_cast<double>(accepted) / static_cast<double>(made),
          .walker_bytes = run.walkers->walker_bytes(),
          .changed = 2 * run.order};
}

}  // namespace

StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const Machine& machine, int device, integrate::GpuForm form,
                        std::uint32_t walkers) {
  // A processor has several blocks, so that none stays in its first-level cache for ever.
  if (walkers == 0) walkers = kernel.target() == Target::cuda ? integrate::gpu_walkers : 1024;
  return kernel.precision() == Precision::fp32
             ? measure_in<float>(kernel, params, machine, device, form, walkers)
             : measure_in<double>(kernel, params, machine, device, form, walkers);
}

}  // namespace diagc::bench
