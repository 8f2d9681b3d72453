#include "programs/bench/step_rates.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "physics/lattice/model.h"
#include "physics/series/sampling/sampling_options.h"
#include "physics/series/sampling/tree/tree_warm_up.h"
#include "physics/series/sampling/warm_up.h"
#include "programs/bench/gpu_arrays.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/row_arrays.h"
#include "programs/integrate/devices.h"
#include "runs/parallel/ranks.h"

namespace diagc::bench {

namespace {

lattice::Model benchmark_model(diagc::Precision precision, bool derivative) {
  lattice::ModelOptions options;
  if (precision == diagc::Precision::fp64) options.precision = lattice::Precision::fp64;
  if (derivative) options.derivative = lattice::Derivative::mu;
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

/// A population that is warmed up, and what it points to.
struct WarmOrder {
  lattice::Model model;
  std::unique_ptr<series::SharedWalkerTables> chain_tables;
  std::unique_ptr<series::SharedTreeTables> tree_tables;
  runs::Channel channel;
  series::SampledOrder* order = nullptr;  ///< the channel's population
  std::uint64_t walker_bytes = 0, changed = 0;
};

void make_chain(WarmOrder& warm, const Kernel& kernel, const StepKind& kind,
                const series::OrderOptions& options, runs::Ranks& ranks) {
  warm.chain_tables =
      series::shared_walker_tables(warm.model, kernel.precision(), series::link_bins);
  auto population = warm.chain_tables->make(kernel, options);
  series::OrderPopulation& order = *population;
  warm.order = &order;
  warm.channel.population = std::move(population);
  warm.channel.begin_statistics();
  series::warm_up({{.m = kind.form.m, .channel = &warm.channel, .population = &order}}, warm.model,
                  warm.chain_tables->classes(), {.steps = 256, .ranks = ranks});
  warm.walker_bytes = order.walker_bytes();
  warm.changed = 2 * std::uint64_t{kind.form.m};
}

/// As many samples as in the warm-up of an integration, which counts those of 4,096 members: tables and choice are as good.
std::uint32_t tree_warmup_steps(const WarmOrder& warm) {
  constexpr std::uint32_t blocks = 4096 / series::TreePopulation::block_members;
  const std::uint32_t counted = std::clamp(warm.channel.all_groups, 1U, blocks);
  return series::tree_steps(1024) * (blocks / counted);
}

void make_trees(WarmOrder& warm, const Kernel& kernel, const StepKind& kind,
                const series::OrderOptions& options, runs::Ranks& ranks) {
  const bool derivative = kind.form.derivative.has_value();
  const series::TreeIntegrand integrand{.kernel = kernel,
                                        .form = kind.form,
                                        .order = kind.measured() ? kind.form.m : kind.form.m + 1,
                                        .alike = !kind.measured(),
                                        .single = kind.single};
  warm.tree_tables = series::shared_tree_tables(warm.model, kernel.precision(), derivative);
  auto population = warm.tree_tables->make(integrand, options);
  series::TreePopulation& order = *population;
  warm.order = &order;
  warm.channel.population = std::move(population);
  warm.channel.begin_statistics();
  series::warm_up({{.m = kind.form.m,
                    .alike = integrand.alike,
                    .channel = &warm.channel,
                    .population = &order}},
                  warm.model, warm.tree_tables->classes(),
                  {.sampling = kind.sampling,
                   .draws = kind.draws,
                   .steps = tree_warmup_steps(warm),
                   .ranks = ranks});
  warm.walker_bytes = order.walks() ? order.shape().state_bytes / order.shape().members : 0;
  warm.changed = std::uint64_t{kind.form.m} * (kind.form.m + 1) * (derivative ? 2 : 1);
}

template <class T>
StepRates measure_in(const Kernel& many_threads, const std::vector<ParamValue>& params,
                     const StepKind& kind, const Machine& machine, const StepOptions& options) {
  const Kernel kernel = many_threads.with_threads(1);
  const bool gpu = kernel.target() == Target::cuda;
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const BareCall bare =
      gpu ? on_gpu<T>(kernel, uniform, options.device) : on_processor<T>(kernel, uniform, machine);

  WarmOrder warm;
  warm.model = benchmark_model(kernel.precision(), kind.form.derivative.has_value());
  constexpr std::uint32_t block_walkers = series::OrderPopulation::block_walkers;
  runs::SingleRank ranks;
  warm.channel.all_groups = (options.walkers + block_walkers - 1) / block_walkers;
  warm.channel.groups = runs::own_groups(warm.channel.all_groups, ranks);
  const series::OrderOptions order_options{.params = numbers,
                                           .groups = warm.channel.groups,
                                           .device = options.device,
                                           .form = options.gpu_form};
  const bool by_chain = kind.sampling == series::Sampling::chain ||
                        (kind.sampling == series::Sampling::automatic && !kind.all_labellings);
  (by_chain ? make_chain : make_trees)(warm, kernel, kind, order_options, ranks);

  // A device makes stretches as long as those of an integration; on a processor a group makes several before the next one's turn.
  series::SampledOrder& order = *warm.order;
  const std::uint64_t steps = (gpu ? 1 : 4) * std::uint64_t{order.stretch()};
  const std::uint64_t rows = steps * block_walkers * order.groups(0).size();
  std::size_t part = 0;
  std::uint64_t first = warm.channel.first_step;
  std::vector<runs::Sums> sums(order.groups(0).size(),
                               runs::Sums(order.shape().quantities, order.shape().counters));
  const auto walk = [&] {
    order.advance(part, {.first = first, .count = steps}, {.groups = sums, .histogram = {}});
    part = (part + 1) % order.parts();
    if (part == 0) first += steps;
  };
  const Timer timer = options.timer ? options.timer : [](const auto& functions) {
    return rates_in_turn(functions);
  };
  const std::vector<double> rates = timer({bare.run, walk});
  runs::Sums total(order.shape().quantities, order.shape().counters);
  for (const runs::Sums& group : sums) total += group;
  series::OrderResult result;
  order.describe(total, result);
  return {.evaluations = rates[0] * static_cast<double>(bare.configurations),
          .steps = rates[1] * static_cast<double>(rows),
          .acceptance = result.acceptance,
          .walker_bytes = warm.walker_bytes,
          .changed = warm.changed,
          .sampling = order.sampling()};
}

}  // namespace

StepRates measure_steps(const Kernel& kernel, const std::vector<ParamValue>& params,
                        const StepKind& kind, const Machine& machine, const StepOptions& options) {
  StepOptions with = options;
  // A processor has several blocks, so that none stays in its first-level cache for ever.
  if (with.walkers == 0)
    with.walkers = kernel.target() == Target::cuda ? integrate::gpu_walkers : 1024;
  return kernel.precision() == Precision::fp32
             ? measure_in<float>(kernel, params, kind, machine, with)
             : measure_in<double>(kernel, params, kind, machine, with);
}

}  // namespace diagc::bench
