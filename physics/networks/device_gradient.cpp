#include "physics/networks/device_gradient.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <stdexcept>

#include "compiler/arrays/device/gradient_plan.h"
#include "physics/networks/environments.h"
#include "physics/networks/exponent_field.h"
#include "physics/networks/slice_result.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

arrays::GradientPlan plan_of(const arrays::Network& network, const arrays::Order& order,
                             bool is_complex) {
  return arrays::gradient_plan(
      network, order,
      {.element_bytes = is_complex ? sizeof(std::complex<double>) : sizeof(double),
       .is_complex = is_complex});
}

arrays::DevicePlan device_plan_of(const arrays::GradientPlan& plan, bool is_complex,
                                  const arrays::DeviceLimits& limits) {
  return arrays::device_plan(plan.network, plan.plan,
                             is_complex ? arrays::DeviceElement::c128 : arrays::DeviceElement::f64,
                             limits);
}

/// One device: derivatives of one slice after the other.
template <class V>
class DeviceSweep {
 public:
  DeviceSweep(const arrays::GradientPlan& plan, const arrays::DevicePlan& device_plan,
              const std::vector<ScaledArray<V>>& tensors, const DeviceSetup& setup, int device)
      : plan_(plan),
        device_plan_(device_plan),
        tensors_(tensors),
        program_(device_plan, plan.network.tensors.size(), setup, device, 0),
        exponents_(plan.plan.values.size()),
        derivatives_(tensors.size()) {
    const auto one = static_cast<std::uint32_t>(tensors.size());
    for (std::uint32_t t = 0; t < one; ++t) {
      write(t, tensors[t].values);
      exponents_[t] = tensors[t].exponent;
    }
    write(one, {V(1)});
    program_.take_common();
  }

  void take(std::uint64_t slice) {
    starts_ = slice_starts(plan_.network, plan_.plan, slice);
    program_.take_slice(starts_);
    const auto power = [&](std::uint32_t value) {
      return exponents_[value] + ExponentField<V>::power(program_.most()[value]);
    };
    for (const arrays::DeviceStep& step : device_plan_.steps)
      exponents_[step.c] = power(step.a) + power(step.b);
    for (std::size_t t = 0; t < derivatives_.size(); ++t) {
      const std::uint32_t value = plan_.derivatives[t];
      derivatives_[t].resize(plan_.plan.values[value].elements);
      program_.read(value, derivatives_[t].data(), derivatives_[t].size() * sizeof(V));
    }
  }

  /// What the last slice gave.
  void add_to(Environments<V>& environments,
              const std::vector<std::vector<arrays::Label>>& labels) const {
    for (std::size_t t = 0; t < derivatives_.size(); ++t) {
      const std::uint32_t value = plan_.derivatives[t];
      environments.add(t, starts_[t], labels[t], plan_.plan.values[value].labels,
                       derivatives_[t].data(), exponents_[value]);
    }
  }

 private:
  void write(std::uint32_t tensor, const std::vector<V>& numbers) {
    program_.write_tensor(tensor, numbers.data(), numbers.size() * sizeof(V),
                          ExponentField<V>::of(numbers));
  }

  const arrays::GradientPlan& plan_;
  const arrays::DevicePlan& device_plan_;
  const std::vector<ScaledArray<V>>& tensors_;
  DeviceProgram program_;
  std::vector<std::int64_t> exponents_;  ///< by value
  std::vector<std::uint64_t> starts_;    ///< by tensor, of the last slice
  std::vector<std::vector<V>> derivatives_;
};

template <class V>
Gradient sweep(const arrays::Network& network, const arrays::Order& order,
               const TensorValues& values, const DeviceSetup& setup) {
  constexpr bool is_complex = !std::is_floating_point_v<V>;
  const arrays::GradientPlan plan = plan_of(network, order, is_complex);
  const arrays::DevicePlan device_plan = device_plan_of(plan, is_complex, setup.limits);
  const std::vector<ScaledArray<V>> tensors = scaled_tensors<V>(values);
  const auto labels = arrays::value_labels(network, order);
  std::vector<std::unique_ptr<DeviceSweep<V>>> sweeps;
  const std::uint64_t slices = plan.plan.slices;
  for (std::size_t d = 0; d < std::min<std::uint64_t>(setup.devices.size(), slices); ++d) {
    sweeps.push_back(
        std::make_unique<DeviceSweep<V>>(plan, device_plan, tensors, setup, setup.devices[d]));
  }
  Environments<V> environments(network);
  for (std::uint64_t first = 0; first < slices; first += sweeps.size()) {
    const std::size_t count = std::min<std::uint64_t>(sweeps.size(), slices - first);
    ThreadPool::shared().run(static_cast<unsigned>(count), count,
                             [&](std::size_t d) { sweeps[d]->take(first + d); });
    for (std::size_t d = 0; d < count; ++d) sweeps[d]->add_to(environments, labels);
  }
  return environments.gradient();
}

}  // namespace

std::uint64_t device_gradient_bytes(const arrays::Network& network, const arrays::Order& order,
                                    bool is_complex, const arrays::DeviceLimits& limits) {
  if (order.steps.empty()) return 0;
  const arrays::GradientPlan plan = plan_of(network, order, is_complex);
  return device_peak_bytes(device_plan_of(plan, is_complex, limits), plan.network.tensors.size());
}

Gradient device_gradient(const arrays::Network& network, const arrays::Order& order,
                         const TensorValues& values, const DeviceSetup& setup, unsigned threads) {
  // What there is to say about them, and networks of one tensor, are those of processors.
  if (!network.open.empty() || order.steps.empty())
    return gradient(network, order, values, threads);
  return values.is_complex ? sweep<std::complex<double>>(network, order, values, setup)
                           : sweep<double>(network, order, values, setup);
}

}  // namespace diagc::networks
