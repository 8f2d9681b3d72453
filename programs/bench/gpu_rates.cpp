#include "programs/bench/gpu_rates.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "programs/bench/caller_arrays.h"
#include "programs/bench/gpu_arrays.h"
#include "programs/bench/gpu_loops.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/sample.h"
#include "programs/command/values.h"

namespace diagc::bench {

namespace {

/// Of each device in a row: starting threads does not count.
constexpr int calls_together = 16;

/// Every device of the kernel with a batch of its own, at the same time.
template <class T>
void evaluate_together(const Kernel& kernel, const std::vector<GpuArrays<T>>& batches,
                       const std::vector<T>& params) {
  std::vector<std::exception_ptr> errors(batches.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < batches.size(); ++i) {
      threads.emplace_back([&, i] {
        try {
          for (int call = 0; call < calls_together; ++call) batches[i].evaluate(kernel, params, i);
        } catch (...) {
          errors[i] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

template <class T>
GpuRates measure_in(const GpuKernels& kernels, const std::vector<int>& devices,
                    const Graph& expanded, const std::vector<ParamValue>& params) {
  const Kernel &kernel = kernels.kernel, &windowed = kernels.windowed;
  const cuda::Device gpu(devices.front());
  const std::vector<double> numbers = kernel.param_numbers(params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  const std::size_t bytes = configuration_bytes<T>(kernel);
  const std::size_t edges = std::max<std::size_t>(expanded.edge_count(), 1);

  RowArrays<T> batch(kernel, 1U << 16U);
  batch.fill(20260101);
  const auto scalars = param_scalars(params, kernel);
  for (const Kernel* each : {&kernel, &windowed}) {
    batch.evaluate(*each, uniform, 0, batch.configurations());
    check_results<T>(sample_of(batch), expanded, scalars,
                     each == &windowed ? "the windowed kernel gives" : "the kernel gives");
  }
  if (kernels.all) {
    batch.evaluate(*kernels.all, uniform, 0, batch.configurations());
    check_results<T>(sample_of(batch), expanded, scalars, "the kernel on several devices gives");
  }

  const std::size_t large = streamed_configurations<T>(kernel, gpu);
  std::vector<GpuArrays<T>> streamed;
  for (std::size_t i = 0; i < (kernels.all ? devices.size() : 1); ++i) {
    streamed.emplace_back(cuda::Device(devices[i]), kernel, batch, large);
  }
  const GpuArrays<T> cached(
      gpu, kernel, batch,
      whole_vectors(std::max<std::size_t>(gpu.info().l2, 1U << 20U) / 2 / bytes));
  const GpuArrays<T> small(
      gpu, kernel, batch,
      std::min(large,
               std::clamp<std::size_t>(std::size_t{30'000'000'000} / edges, 1U << 14U, 1U << 18U)));
  RowArrays<T> host(
      kernel, std::clamp<std::size_t>((std::size_t{256} << 20U) / bytes, 1U << 14U, 1U << 20U));
  host.repeat(batch);
  CallerArrays<T> callers(kernel, host);
  std::optional<RowArrays<T>> shared;
  if (kernels.all) {
    shared.emplace(kernel, host.configurations() * devices.size());
    shared->repeat(batch);
  }
  GpuPeak<T> peak(devices.front());
  GpuCopy copy(devices.front());

  std::vector<std::function<void()>> functions = {
      [&] { peak.run(); },
      [&] { copy.run(); },
      [&] { streamed.front().evaluate(kernel, uniform); },
      [&] { cached.evaluate(kernel, uniform); },
      [&] { host.evaluate(kernel, uniform, 0, host.configurations()); },
      [&] { small.evaluate(windowed, uniform); },
      [&] { callers.evaluate(kernel, params, 0, host.configurations()); },
  };
  if (kernels.all) {
    functions.emplace_back([&] { evaluate_together(*kernels.all, streamed, uniform); });
    functions.emplace_back(
        [&] { shared->evaluate(*kernels.all, uniform, 0, shared->configurations()); });
  }
  const std::vector<double> rates = rates_in_turn(functions);
  GpuRates result;
  result.peak_flops = rates[0] * peak.flops();
  result.copy_bytes = rates[1] * copy.bytes();
  result.evaluations = rates[2] * streamed.front().configurations();
  result.input_bytes =
      result.evaluations * static_cast<double>(row_count(kernel.inputs()) * sizeof(T));
  result.cached = rates[3] * cached.configurations();
  result.from_host = rates[4] * static_cast<double>(host.configurations());
  result.windowed = rates[5] * small.configurations();
  result.converting = rates[6] * static_cast<double>(host.configurations());
  if (kernels.all) {
    GpusTogether& together = result.together.emplace();
    together.evaluations = rates[7] * calls_together * streamed.front().configurations() *
                           static_cast<double>(devices.size());
    together.ratio = together.evaluations / result.evaluations;
    together.from_host = rates[8] * static_cast<double>(shared->configurations());
    together.from_host_ratio = together.from_host / result.from_host;
  }
  result.memory_bytes = gpu.info().memory - gpu.free_memory();
  return result;
}

template <class T>
BatchCall batch_call_in(const TimedKernel& timed, int device) {
  const cuda::Device gpu(device);
  const Kernel& kernel = timed.kernel;
  const std::vector<double> numbers = kernel.param_numbers(timed.params);
  const std::vector<T> uniform(numbers.begin(), numbers.end());
  RowArrays<T> batch(kernel, 1U << 14U);
  batch.fill(20260101);
  const auto streamed =
      std::make_shared<GpuArrays<T>>(gpu, kernel, batch, streamed_configurations<T>(kernel, gpu));
  return {[=] { streamed->evaluate(kernel, uniform); },
          static_cast<double>(streamed->configurations())};
}

}  // namespace

BatchCall batch_call_on_gpu(const TimedKernel& timed, int device) {
  return timed.kernel.precision() == Precision::fp32 ? batch_call_in<float>(timed, device)
                                                     : batch_call_in<double>(timed, device);
}

double evaluations_on_gpu(const Kernel& kernel, int device, const std::vector<ParamValue>& params) {
  const BatchCall call = batch_call_on_gpu({kernel, params}, device);
  return rates_in_turn({call.function}, 5, 0.05)[0] * call.configurations;
}

GpuRates measure_on_gpus(const GpuKernels& kernels, const std::vector<int>& devices,
                         const Graph& expanded, const std::vector<ParamValue>& params) {
  return kernels.kernel.precision() == Precision::fp32
             ? measure_in<float>(kernels, devices, expanded, params)
             : measure_in<double>(kernels, devices, expanded, params);
}

}  // namespace diagc::bench
