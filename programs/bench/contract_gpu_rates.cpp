#include "programs/bench/contract_gpu_rates.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>

#include "physics/networks/device_execution.h"
#include "programs/bench/contract_tensors.h"
#include "programs/bench/gpu_loops.h"
#include "programs/command/command.h"
#include "programs/contract/planning.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/memory.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::bench {

namespace {

using arrays::DeviceLaunch;
using arrays::DevicePlan;
using arrays::DeviceStep;

bool is_large(const DeviceLaunch& launch) {
  return launch.form != arrays::DeviceForm::grouped && launch.form != arrays::DeviceForm::tables;
}

/// Products of cuBLAS of the shapes of all large steps, on memory of any contents.
template <class Value>
class GpuProducts {
 public:
  GpuProducts(const DevicePlan& device, int number)
      : device_(number),
        stream_(device_),
        cublas_(stream_),
        begin_(cuda::Event::with_time(device_)),
        end_(cuda::Event::with_time(device_)) {
    std::uint64_t most[3] = {1, 1, 1};
    for (const DeviceLaunch& launch : device.launches) {
      if (launch.once || !is_large(launch)) continue;
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = device.steps[s];
        // In other forms than these the batch is part of the rows.
        std::uint64_t batch = arrays::count_of(step.batch), rows = 1;
        for (const arrays::PlanAxis& axis : step.rows) (axis.b != 0 ? batch : rows) *= axis.extent;
        shapes_.push_back(
            {batch, rows, arrays::count_of(step.columns), arrays::count_of(step.summed)});
        const auto& [b, m, n, k] = shapes_.back();
        most[0] = std::max(most[0], b * m * k);
        most[1] = std::max(most[1], b * n * k);
        most[2] = std::max(most[2], b * m * n);
        transposed_bytes_ += 2.0 * sizeof(Value) * static_cast<double>(b * m * k + b * n * k);
      }
    }
    for (const std::uint64_t elements : most)
      arrays_.emplace_back(device_, elements * sizeof(Value));
  }

  double seconds() {
    const cuda::Device::Current current(device_);
    begin_.record(stream_);
    for (const auto& [b, m, n, k] : shapes_)
      cublas_.multiply({b, m, n, k}, arrays_[0].as<Value>(), arrays_[1].as<Value>(),
                       arrays_[2].as<Value>());
    end_.record(stream_);
    stream_.synchronize();
    return end_.seconds_since(begin_);
  }

  double transposed_bytes() const { return transposed_bytes_; }

 private:
  cuda::Device device_;
  std::vector<cuda::DeviceBuffer> arrays_;
  std::vector<std::array<std::uint64_t, 4>> shapes_;
  double transposed_bytes_ = 0;
  cuda::Stream stream_;
  cuda::Cublas cublas_;
  cuda::Event begin_, end_;
};

template <class Value>
ContractGpuRates measure_on_gpu(const contract::Subject& subject, const arrays::Order& order,
                                int rounds, int number) {
  const arrays::Network& network = subject.network.network;
  constexpr bool is_complex = !std::is_same_v<Value, float>;
  contract::Options options;
  options.target = "cuda";
  options.devices = std::to_string(number);
  const auto setup = contract::device_of(options);
  const networks::Planned planned = networks::plan_order(
      network, order, subject.element, contract::memory_limit(options, setup.get()),
      available_threads(), setup, /*sums_end_early=*/false);
  const arrays::Plan& plan = planned.plan;
  const DevicePlan device = arrays::device_plan(
      network, plan, networks::device_element(subject.element), planned.device->limits);
  ContractGpuRates rates;
  rates.peak_bytes = static_cast<double>(planned.peak_bytes);
  double macs = 0;
  for (const DeviceLaunch& launch : device.launches) {
    if (launch.once) continue;
    GpuKernelRow& row = rates.kernels.emplace_back();
    row.steps = launch.count;
    row.kind = arrays::name_of(launch.form);
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
      const DeviceStep& step = device.steps[s];
      row.result = step.c;
      macs += step.products;
      row.operations += (is_complex ? 8 : 2) * step.products;
      for (const std::uint32_t value : {step.a, step.b, step.c})
        row.bytes += static_cast<double>(plan.values[value].elements * sizeof(Value));
      rates.log2_width = std::max(rates.log2_width, std::log2(static_cast<double>(step.elements)));
    }
    rates.operations += row.operations;
    rates.bytes += row.bytes;
    if (launch.form == arrays::DeviceForm::fused) row.bytes = device.chains[launch.chain].moved;
    rates.moved += row.bytes;
  }
  rates.log2_macs = std::log2(macs);

  const auto tensors = tensors_of<Value>(*subject.values);
  const auto begin = std::chrono::steady_clock::now();
  networks::DeviceExecution<Value> execution(network, plan, tensors, *planned.device,
                                             available_threads());
  rates.compile = seconds_since(begin);
  const auto slice = [&] {
    const auto start = std::chrono::steady_clock::now();
    execution.slice(0);
    return seconds_since(start);
  };
  rates.cold = slice();
  GpuPeak<float> peak(number);
  GpuCopy copy(number);
  std::optional<GpuProducts<Value>> products;
  if (cuda::why_no_cublas().empty()) {
    try {
      products.emplace(device, number);
    } catch (const cuda::OutOfMemory&) {
      // The slice is measured all the same, as where there is no cuBLAS.
    }
  }
  std::vector<double> warm, busy, large, peaks, copies, of_products;
  std::vector<std::vector<double>> kernels(rates.kernels.size());
  for (int round = 0; round < 3 * rounds; ++round) {
    warm.push_back(slice());
    // Times of launches take some time themselves.
    execution.time_launches(true);
    execution.slice(0);
    execution.time_launches(false);
    double all = 0, of_large = 0;
    std::size_t row = 0;
    for (const DeviceLaunch& launch : device.launches) {
      if (launch.once) continue;
      const double seconds = execution.kernel_seconds()[device.steps[launch.first].kernel];
      kernels[row++].push_back(seconds);
      all += seconds;
      if (is_large(launch)) of_large += seconds;
    }
    busy.push_back(all);
    large.push_back(of_large);
    if (products) of_products.push_back(products->seconds());
    const auto peak_begin = std::chrono::steady_clock::now();
    peak.run();
    peaks.push_back(peak.flops() / seconds_since(peak_begin));
    const auto copy_begin = std::chrono::steady_clock::now();
    copy.run();
    copies.push_back(copy.bytes() / seconds_since(copy_begin));
  }
  rates.warm = median(warm);
  rates.busy = median(busy);
  rates.peak_flops = median(peaks);
  rates.copy_bytes = median(copies);
  rates.large = median(large);
  if (products) {
    rates.products = median(of_products);
    rates.transposed_bytes = products->transposed_bytes();
  }
  for (std::size_t k = 0; k < kernels.size(); ++k) rates.kernels[k].seconds = median(kernels[k]);
  return rates;
}

}  // namespace

ContractGpuRates measure_contraction_on_gpu(const ContractCase& one, int rounds, int device) {
  const contract::Subject subject = contract::read_subject(one.subject);
  if (subject.element != networks::Element::f32 && subject.element != networks::Element::c64)
    throw UsageError("found elements other than f32 and c64 with --contract, expected one of them");
  const arrays::Order order = order_of(one, subject, /*sums_end_early=*/false);
  return subject.element == networks::Element::f32
             ? measure_on_gpu<float>(subject, order, rounds, device)
             : measure_on_gpu<std::complex<float>>(subject, order, rounds, device);
}

}  // namespace diagc::bench
