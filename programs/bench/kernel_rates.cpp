#include "programs/bench/kernel_rates.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "programs/bench/caller_arrays.h"
#include "programs/bench/check.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/sample.h"
#include "programs/command/values.h"

namespace diagc::bench {

namespace {

/// The edge list with its inputs, which are those of the first configurations of a batch.
class Baseline {
 public:
  template <class T>
  Baseline(EdgeList list, const RowArrays<T>& arrays)
      : loop_(std::move(list)), leaves_(loop_.list().leaves) {
    constexpr std::size_t most_steps = 20'000'000;  // a fraction of a second
    configurations_ =
        std::clamp<std::size_t>(most_steps / std::max<std::size_t>(loop_.list().edges.size(), 1),
                                checked, arrays.configurations());
    inputs_.resize(configurations_ * (leaves_ + 1), 1.0F);
    for (std::size_t c = 0; c < configurations_; ++c) {
      for (std::size_t leaf = 0; leaf < leaves_; ++leaf) {
        inputs_[c * (leaves_ + 1) + leaf] = static_cast<float>(arrays.input(leaf, c));
      }
    }
    results_.resize(configurations_ * loop_.list().outputs.size());
  }

  void run() { loop_.run(inputs_.data(), configurations_, results_.data()); }
  std::size_t configurations() const { return configurations_; }

  /// The first configurations with what the loop gave for them.
  Sample sample() {
    run();
    Sample sample;
    for (std::size_t leaf = 0; leaf < leaves_; ++leaf) {
      for (std::size_t c = 0; c < checked; ++c)
        sample.inputs.push_back(inputs_[c * (leaves_ + 1) + leaf]);
    }
    const std::size_t outputs = loop_.list().outputs.size();
    for (std::size_t o = 0; o < outputs; ++o) {
      for (std::size_t c = 0; c < checked; ++c) sample.results.push_back(results_[c * outputs + o]);
    }
    return sample;
  }

 private:
  BaselineLoop loop_;
  std::size_t leaves_;
  std::size_t configurations_ = 0;
  std::vector<float> inputs_, results_;
};

/// Twice the last cache, if memory allows; 0 where it does not.
std::size_t beyond_caches(const Machine& machine) {
  constexpr std::size_t least = std::size_t{256} << 20U, most = std::size_t{1} << 30U;
  const std::size_t wanted = std::clamp<std::size_t>(2 * machine.l3, least, most);
  return machine.memory / 4 < wanted ? 0 : wanted;
}

template <class T>
Rates measure_in(const Kernel& many_threads, const Graph& expanded,
                 const std::vector<ParamValue>& params, const Machine& machine, unsigned threads,
                 const Timer& timer) {
  const Kernel kernel = many_threads.with_threads(1);
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  RowArrays<T> batch = cached_batch<T>(kernel, machine);
  batch.evaluate(kernel, uniform, 0, batch.configurations());
  const auto scalar_params = param_scalars(params, kernel);
  check_results<T>(sample_of(batch), expanded, scalar_params, "the kernel gives");

  const PeakLoop peak(sizeof(T));
  std::optional<Baseline> baseline;
  if (auto list = make_edge_list(expanded, scalar_params)) {
    baseline.emplace(std::move(*list), batch);
    check_results<float>(baseline->sample(), expanded, scalar_params, "the baseline gives");
  }
  CallerArrays<T> callers(kernel, batch);
  std::optional<RowArrays<T>> large;
  std::size_t at = 0;
  if (const std::size_t size = beyond_caches(machine); size != 0) {
    large.emplace(kernel, whole_vectors(size / configuration_bytes<T>(kernel)) /
                              batch.configurations() * batch.configurations());
    large->repeat(batch);
  }
  // As much again in the callers' layout, evaluated some hundredths of a second at a time: what a call of a library does.
  std::optional<CallerArrays<T>> large_callers;
  std::size_t window = 0, callers_at = 0;
  if (large) {
    large_callers.emplace(kernel, *large);
    constexpr std::size_t operations_of_window = 200'000'000;
    window = std::clamp<std::size_t>(
        operations_of_window / std::max<std::uint64_t>(kernel.figures().flops, 1),
        batch.configurations(), large->configurations());
  }
  // A copy of half as much: it reads one half and writes the other.
  const std::size_t copied = large ? beyond_caches(machine) / 2 : 0;
  std::vector<char> copy_from(copied, 1), copy_to(copied, 0);
  std::optional<RowArrays<T>> shared;
  if (threads > 1) {
    shared.emplace(kernel, batch.configurations() * threads);
    shared->repeat(batch);
  }

  const double size = static_cast<double>(batch.configurations());
  std::vector<std::function<void()>> functions;
  std::vector<double> units;
  const auto add = [&](std::function<void()> function, double per_call) {
    functions.push_back(std::move(function));
    units.push_back(per_call);
    return functions.size() - 1;
  };
  const std::size_t peak_at = add([&] { peak.run(); }, peak.flops());
  const std::size_t baseline_at =
      baseline ? add([&] { baseline->run(); }, static_cast<double>(baseline->configurations())) : 0;
  const std::size_t kernel_at =
      add([&] { batch.evaluate(kernel, uniform, 0, batch.configurations()); }, size);
  const std::size_t convert_at =
      add([&] { callers.evaluate(kernel, params, 0, batch.configurations()); }, size);
  const std::size_t large_at =
      large ? add(
                  [&] {
                    large->evaluate(kernel, uniform, at, batch.configurations());
                    at = (at + batch.configurations()) % large->configurations();
                  },
                  size)
            : 0;
  const std::size_t copy_at =
      large ? add([&] { std::memcpy(copy_to.data(), copy_from.data(), copied); },
                  2.0 * static_cast<double>(copied))
            : 0;
  const std::size_t large_callers_at =
      large ? add(
                  [&] {
                    if (callers_at + window > large->configurations()) callers_at = 0;
                    large_callers->evaluate(kernel, params, callers_at, window);
                    callers_at += window;
                  },
                  static_cast<double>(window))
            : 0;
  const std::size_t shared_at =
      shared ? add([&] { shared->evaluate(many_threads, uniform, 0, shared->configurations()); },
                   size * threads)
             : 0;

  std::vector<double> rates = timer(functions);
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] *= units[i];
  Rates result;
  result.peak_flops = rates[peak_at];
  result.evaluations = rates[kernel_at];
  result.converting = rates[convert_at];
  if (baseline) result.baseline = rates[baseline_at];
  result.configuration_bytes = static_cast<double>(configuration_bytes<T>(kernel));
  if (large) {
    result.from_memory = rates[large_at];
    result.copy_bytes = rates[copy_at];
    result.converting_from_memory = rates[large_callers_at];
  }
  if (shared) result.threads_ratio = rates[shared_at] / rates[kernel_at];
  return result;
}

template <class T>
BatchCall batch_call_in(const TimedKernel& timed, const Machine& machine) {
  const Kernel kernel = timed.kernel.with_threads(1);
  const std::vector<double> numbers = kernel.param_numbers(timed.params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const auto batch = std::make_shared<RowArrays<T>>(cached_batch<T>(timed.kernel, machine));
  return {[=] { batch->evaluate(kernel, uniform, 0, batch->configurations()); },
          static_cast<double>(batch->configurations())};
}

}  // namespace

BatchCall batch_call(const TimedKernel& timed, const Machine& machine) {
  return timed.kernel.precision() == Precision::fp32 ? batch_call_in<float>(timed, machine)
                                                     : batch_call_in<double>(timed, machine);
}

std::vector<double> evaluations_in_turn(const std::vector<TimedKernel>& kernels,
                                        const Machine& machine) {
  std::vector<std::function<void()>> functions;
  std::vector<double> configurations;
  for (const TimedKernel& timed : kernels) {
    const BatchCall call = batch_call(timed, machine);
    functions.push_back(call.function);
    configurations.push_back(call.configurations);
  }
  std::vector<double> rates = rates_in_turn(functions);
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] *= configurations[i];
  return rates;
}

RatesInTurn rates_against(const BatchCall& one, const BatchCall& other) {
  constexpr int rounds = 60;
  constexpr double seconds = 0.02;
  std::vector<std::vector<double>> rates =
      rates_by_round({one.function, other.function}, rounds, seconds);
  for (double& rate : rates[0]) rate *= one.configurations;
  for (double& rate : rates[1]) rate *= other.configurations;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rates[0].size(); ++i) ratios.push_back(rates[0][i] / rates[1][i]);
  return {median(rates[0]), median(rates[1]), median(ratios)};
}

Rates measure(const Kernel& kernel, const Graph& expanded, const std::vector<ParamValue>& params,
              const Machine& machine, unsigned threads) {
  return measure(kernel, expanded, params, machine, threads,
                 [](const auto& functions) { return rates_in_turn(functions); });
}

Rates measure(const Kernel& kernel, const Graph& expanded, const std::vector<ParamValue>& params,
              const Machine& machine, unsigned threads, const Timer& timer) {
  const Kernel with_threads = kernel.with_threads(threads);
  return kernel.precision() == Precision::fp32
             ? measure_in<float>(with_threads, expanded, params, machine, threads, timer)
             : measure_in<double>(with_threads, expanded, params, machine, threads, timer);
}

}  // namespace diagc::bench
