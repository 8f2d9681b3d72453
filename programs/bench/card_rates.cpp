#include "programs/bench/card_rates.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <thread>

#include "programs/bench/card_loops.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/sample.h"
#include "programs/diagc/values.h"

namespace diagc::bench {

namespace {

/// A batch in the memory of a card.
template <class T>
class CardArrays {
 public:
  /// As many configurations as asked for, those of `batch` over and over.
  CardArrays(const cuda::Device& card, const Kernel& kernel, RowArrays<T>& batch,
             std::size_t configurations)
      : configurations_(configurations),
        inputs_(card, row_count(kernel.inputs()) * configurations * sizeof(T)),
        outputs_(card, row_count(kernel.outputs()) * configurations * sizeof(T)) {
    const cuda::Device::Current current(card);
    for (std::size_t row = 0; row < batch.input_rows(); ++row) {
      for (std::size_t at = 0; at < configurations; at += batch.configurations()) {
        const std::size_t count = std::min(batch.configurations(), configurations - at);
        cuda::check(cuda::driver().cuMemcpyHtoD_v2(
                        inputs_.address() + (row * configurations + at) * sizeof(T),
                        batch.input(row), count * sizeof(T)),
                    "cuMemcpyHtoD");
      }
    }
    std::size_t row = 0;
    for (const Kernel::Variable& variable : kernel.inputs()) {
      input_rows_.push_back(inputs_.as<T>() + row * configurations);
      row += row_count({variable});
    }
    row = 0;
    for (const Kernel::Variable& variable : kernel.outputs()) {
      output_rows_.push_back(outputs_.as<T>() + row * configurations);
      row += row_count({variable});
    }
  }

  void evaluate(const Kernel& kernel, const std::vector<T>& params, std::size_t number = 0) const {
    kernel.evaluate_on_card(RowBatch<T>{.size = configurations_,
                                        .inputs = input_rows_,
                                        .input_stride = configurations_,
                                        .outputs = output_rows_,
                                        .output_stride = configurations_,
                                        .params = params},
                            number);
  }

  double configurations() const { return static_cast<double>(configurations_); }

 private:
  std::size_t configurations_;
  cuda::DeviceBuffer inputs_, outputs_;
  std::vector<const T*> input_rows_;
  std::vector<T*> output_rows_;
};

/// Every card of the kernel with a batch of its own, at the same time.
template <class T>
void evaluate_together(const Kernel& kernel, const std::vector<CardArrays<T>>& batches,
                       const std::vector<T>& params) {
  std::vector<std::exception_ptr> errors(batches.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < batches.size(); ++i) {
      threads.emplace_back([&, i] {
        try {
          batches[i].evaluate(kernel, params, i);
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
CardRates measure_in(const CardKernels& kernels, const std::vector<int>& devices,
                     const Graph& expanded, const std::vector<ParamValue>& params) {
  const Kernel &kernel = kernels.kernel, &windowed = kernels.windowed;
  const cuda::Device card(devices.front());
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
    check_results<T>(sample_of(batch), expanded, scalars, "the kernel on several cards gives");
  }

  // Several times the cache, and long enough that starting a kernel does not count; but of large graphs not so much that
  // a run takes seconds.
  const std::size_t large = std::clamp<std::size_t>(
      std::min((std::size_t{3} << 30U) / bytes, std::size_t{1'000'000'000'000} / edges), 1U << 16U,
      1U << 24U);
  std::vector<CardArrays<T>> streamed;
  for (std::size_t i = 0; i < (kernels.all ? devices.size() : 1); ++i) {
    streamed.emplace_back(cuda::Device(devices[i]), kernel, batch, large);
  }
  const CardArrays<T> cached(
      card, kernel, batch,
      whole_vectors(std::max<std::size_t>(card.info().l2, 1U << 20U) / 2 / bytes));
  const CardArrays<T> small(
      card, kernel, batch,
      std::min(large,
               std::clamp<std::size_t>(std::size_t{30'000'000'000} / edges, 1U << 14U, 1U << 18U)));
  RowArrays<T> host(
      kernel, std::clamp<std::size_t>((std::size_t{256} << 20U) / bytes, 1U << 14U, 1U << 20U));
  host.repeat(batch);
  std::optional<RowArrays<T>> shared;
  if (kernels.all) {
    shared.emplace(kernel, host.configurations() * devices.size());
    shared->repeat(batch);
  }
  CardPeak<T> peak(devices.front());
  CardCopy copy(devices.front());

  std::vector<std::function<void()>> functions = {
      [&] { peak.run(); },
      [&] { copy.run(); },
      [&] { streamed.front().evaluate(kernel, uniform); },
      [&] { cached.evaluate(kernel, uniform); },
      [&] { host.evaluate(kernel, uniform, 0, host.configurations()); },
      [&] { small.evaluate(windowed, uniform); },
  };
  if (kernels.all) {
    functions.emplace_back([&] { evaluate_together(*kernels.all, streamed, uniform); });
    functions.emplace_back(
        [&] { shared->evaluate(*kernels.all, uniform, 0, shared->configurations()); });
  }
  const std::vector<double> rates = rates_in_turn(functions);
  CardRates result;
  result.peak_flops = rates[0] * peak.flops();
  result.copy_bytes = rates[1] * copy.bytes();
  result.evaluations = rates[2] * streamed.front().configurations();
  result.input_bytes =
      result.evaluations * static_cast<double>(row_count(kernel.inputs()) * sizeof(T));
  result.cached = rates[3] * cached.configurations();
  result.from_host = rates[4] * static_cast<double>(host.configurations());
  result.windowed = rates[5] * small.configurations();
  if (kernels.all) {
    CardRates::Together& together = result.together.emplace();
    together.evaluations =
        rates[6] * streamed.front().configurations() * static_cast<double>(devices.size());
    together.ratio = together.evaluations / result.evaluations;
    together.from_host = rates[7] * static_cast<double>(shared->configurations());
    together.from_host_ratio = together.from_host / result.from_host;
  }
  result.memory_bytes = card.info().memory - card.free_memory();
  return result;
}

}  // namespace

CardRates measure_on_cards(const CardKernels& kernels, const std::vector<int>& devices,
                           const Graph& expanded, const std::vector<ParamValue>& params) {
  return kernels.kernel.precision() == Precision::fp32
             ? measure_in<float>(kernels, devices, expanded, params)
             : measure_in<double>(kernels, devices, expanded, params);
}

}  // namespace diagc::bench
