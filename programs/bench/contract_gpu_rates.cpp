#include "programs/bench/contract_gpu_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "physics/networks/device_execution.h"
#include "programs/bench/contract_tensors.h"
#include "programs/bench/gpu_loops.h"
#include "programs/command/command.h"
#include "programs/contract/planning.h"
#include "runtime/cuda/device.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::bench {

namespace {

using arrays::DeviceLaunch;
using arrays::DevicePlan;
using arrays::DeviceStep;

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
      available_threads(), setup);
  const arrays::Plan& plan = planned.plan;
  const DevicePlan device =
      arrays::device_plan(network, plan, networks::device_element(subject.element));
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
  }
  rates.log2_macs = std::log2(macs);

  const auto tensors = tensors_of<Value>(*subject.values);
  const auto begin = std::chrono::steady_clock::now();
  networks::DeviceExecution<Value> execution(network, plan, tensors, *setup, available_threads());
  rates.compile = seconds_since(begin);
  const auto slice = [&] {
    const auto start = std::chrono::steady_clock::now();
    execution.slice(0);
    return seconds_since(start);
  };
  rates.cold = slice();
  GpuPeak<float> peak(number);
  GpuCopy copy(number);
  std::vector<double> warm, busy, peaks, copies;
  std::vector<std::vector<double>> kernels(rates.kernels.size());
  for (int round = 0; round < 3 * rounds; ++round) {
    warm.push_back(slice());
    double all = 0;
    std::size_t row = 0;
    for (const DeviceLaunch& launch : device.launches) {
      if (launch.once) continue;
      const double seconds = execution.kernel_seconds()[device.steps[launch.first].kernel];
      kernels[row++].push_back(seconds);
      all += seconds;
    }
    busy.push_back(all);
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
  for (std::size_t k = 0; k < kernels.size(); ++k) rates.kernels[k].seconds = median(kernels[k]);
  return rates;
}

}  // namespace

ContractGpuRates measure_contraction_on_gpu(const ContractCase& one, int rounds, int device) {
  const contract::Subject subject = contract::read_subject(one.subject);
  if (subject.element != networks::Element::f32 && subject.element != networks::Element::c64)
    throw UsageError("found elements other than f32 and c64 with --contract, expected one of them");
  const arrays::Order order = order_of(one, subject);
  return subject.element == networks::Element::f32
             ? measure_on_gpu<float>(subject, order, rounds, device)
             : measure_on_gpu<std::complex<float>>(subject, order, rounds, device);
}

}  // namespace diagc::bench
