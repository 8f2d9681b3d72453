#include "programs/bench/card_rates.h"

#include <algorithm>
#include <functional>

#include "programs/bench/caller_arrays.h"
#include "programs/bench/card_arrays.h"
#include "programs/bench/card_loops.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/sample.h"
#include "programs/diagc/values.h"

namespace diagc::bench {

namespace {

/// Several times the cache, and long enough that starting a kernel does not count; a quarter of a small card.
template <class T>
std::size_t streamed_configurations(const Kernel& kernel, const cuda::Device& card) {
  const std::size_t room = std::min(std::size_t{3} << 30U, card.info().memory / 4);
  return std::clamp<std::size_t>(room / configuration_bytes<T>(kernel), 1U << 16U, 1U << 24U);
}

template <class T>
CardRates measure_in(const Kernel& kernel, const Kernel& windowed, int device,
                     const Graph& expanded, const std::vector<ParamValue>& params) {
  const cuda::Device card(device);
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const std::size_t bytes = configuration_bytes<T>(kernel);

  RowArrays<T> batch(kernel, 1U << 16U);
  batch.fill(20260101);
  const auto scalars = param_scalars(params, kernel);
  for (const Kernel* each : {&kernel, &windowed}) {
    batch.evaluate(*each, uniform, 0, batch.configurations());
    check_results<T>(sample_of(batch), expanded, scalars,
                     each == &windowed ? "the windowed kernel gives" : "the kernel gives");
  }

  const std::size_t large = streamed_configurations<T>(kernel, card);
  const CardArrays<T> streamed(card, kernel, batch, large);
  const CardArrays<T> cached(
      card, kernel, batch,
      whole_vectors(std::max<std::size_t>(card.info().l2, 1U << 20U) / 2 / bytes));
  const CardArrays<T> small(card, kernel, batch, std::min<std::size_t>(large, 1U << 18U));
  RowArrays<T> host(
      kernel, std::clamp<std::size_t>((std::size_t{256} << 20U) / bytes, 1U << 14U, 1U << 20U));
  host.repeat(batch);
  const CallerArrays<T> callers(kernel, host);
  CardPeak<T> peak(device);
  CardCopy copy(device);

  std::vector<std::function<void()>> functions = {
      [&] { peak.run(); },
      [&] { copy.run(); },
      [&] { streamed.evaluate(kernel, uniform); },
      [&] { cached.evaluate(kernel, uniform); },
      [&] { host.evaluate(kernel, uniform, 0, host.configurations()); },
      [&] { small.evaluate(windowed, uniform); },
      [&] { callers.evaluate(kernel, params); },
  };
  const std::vector<double> rates = rates_in_turn(functions);
  CardRates result;
  result.peak_flops = rates[0] * peak.flops();
  result.copy_bytes = rates[1] * copy.bytes();
  result.evaluations = rates[2] * streamed.configurations();
  result.input_bytes =
      result.evaluations * static_cast<double>(row_count(kernel.inputs()) * sizeof(T));
  result.cached = rates[3] * cached.configurations();
  result.from_host = rates[4] * static_cast<double>(host.configurations());
  result.windowed = rates[5] * small.configurations();
  result.converting = rates[6] * static_cast<double>(host.configurations());
  result.memory_bytes = card.info().memory - card.free_memory();
  return result;
}

template <class T>
double evaluations_in(const Kernel& kernel, int device, const std::vector<ParamValue>& params) {
  const cuda::Device card(device);
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  RowArrays<T> batch(kernel, 1U << 14U);
  batch.fill(20260101);
  const CardArrays<T> streamed(card, kernel, batch, streamed_configurations<T>(kernel, card));
  return rates_in_turn({[&] { streamed.evaluate(kernel, uniform); }}, 5, 0.05)[0] *
         streamed.configurations();
}

}  // namespace

double evaluations_on_card(const Kernel& kernel, int device,
                           const std::vector<ParamValue>& params) {
  return kernel.precision() == Precision::fp32 ? evaluations_in<float>(kernel, device, params)
                                               : evaluations_in<double>(kernel, device, params);
}

CardRates measure_on_card(const Kernel& kernel, const Kernel& windowed, int device,
                          const Graph& expanded, const std::vector<ParamValue>& params) {
  return kernel.precision() == Precision::fp32
             ? measure_in<float>(kernel, windowed, device, expanded, params)
             : measure_in<double>(kernel, windowed, device, expanded, params);
}

}  // namespace diagc::bench
