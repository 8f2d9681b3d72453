#include "programs/bench/step_rates.h"

#include <functional>
#include <memory>

#include "physics/lattice/model.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/warm_up.h"
#include "programs/bench/gpu_arrays.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/row_arrays.h"
#include "programs/integrate/devices.h"
#include "runs/parallel/ranks.h"

namespace diagc::bench {

namespace {

lattice::Model benchmark_model() {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::triangular;
  options.size = {16, 16};
  options.filling = 0.5;
  options.beta = 2;
  return lattice::make_model(options);
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
                     const Machine& machine, int device, series::GpuForm form,
                     std::uint32_t walkers) {
  const Kernel kernel = many_threads.with_threads(1);
  const bool gpu = kernel.target() == Target::cuda;
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const BareCall bare =
      gpu ? on_gpu<T>(kernel, uniform, device) : on_processor<T>(kernel, uniform, machine);

  const lattice::Model model = benchmark_model();
  const auto tables = series::shared_walker_tables(model, kernel.precision(), 16);
  constexpr std::uint32_t block_walkers = series::OrderPopulation::block_walkers;
  runs::SingleRank ranks;
  runs::Channel channel;
  channel.all_groups = (walkers + block_walkers - 1) / block_walkers;
  channel.groups = runs::own_groups(channel.all_groups, ranks);
  auto made = tables->make(
      kernel, {.params = numbers, .groups = channel.groups, .device = device, .form = form});
  series::OrderPopulation& population = *made;
  channel.population = std::move(made);
  channel.begin_statistics();
  const std::uint32_t order = series::integration_order(kernel);
  series::warm_up({{.m = order, .channel = &channel, .population = &population}}, model,
                  tables->classes(), {.steps = 256, .ranks = ranks});

  // A device makes stretches as long as those of an integration; on a processor a group makes several before the next one's turn.
  const std::uint64_t steps = (gpu ? 1 : 4) * std::uint64_t{population.stretch()};
  const std::uint64_t rows = steps * block_walkers * population.groups(0).size();
  std::size_t part = 0;
  std::uint64_t first = channel.first_step;
  std::vector<runs::Sums> sums(
      population.groups(0).size(),
      runs::Sums(series::OrderPopulation::quantities, series::OrderPopulation::counters));
  const auto walk = [&] {
    population.advance(part, {.first = first, .count = steps}, {.groups = sums, .histogram = {}});
    part = (part + 1) % population.parts();
    if (part == 0) first += steps;
  };
  const std::vector<double> rates = rates_in_turn({bare.run, walk});
  std::uint64_t accepted = 0, proposed = 0;
  for (const runs::Sums& group : sums) {
    proposed += group.rows;
    for (std::size_t kind = series::OrderPopulation::redraws;
         kind <= series::OrderPopulation::roots; ++kind)
      accepted += group.counts[kind];
  }
  return {.evaluations = rates[0] * static_cast<double>(bare.configurations),
          .steps = rates[1] * static_cast<double>(rows),
          .acceptance = static_cast<double>(accepted) / static_cast<double>(proposed),
          .walker_bytes = population.walker_bytes(),
          .changed = 2 * order};
}

}  // namespace

StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const Machine& machine, int device, series::GpuForm form,
                        std::uint32_t walkers) {
  // A processor has several blocks, so that none stays in its first-level cache for ever.
  if (walkers == 0) walkers = kernel.target() == Target::cuda ? integrate::gpu_walkers : 1024;
  return kernel.precision() == Precision::fp32
             ? measure_in<float>(kernel, params, machine, device, form, walkers)
             : measure_in<double>(kernel, params, machine, device, form, walkers);
}

}  // namespace diagc::bench
