#include "physics/networks/device_gradient.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <stdexcept>

#include "compiler/arrays/device/gradient_plan.h"
#include "physics/networks/array_exponents.h"
#include "physics/networks/environments.h"
#include "physics/networks/outer_labels.h"
#include "physics/networks/slice_result.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

using arrays::Label;

arrays::GradientPlan plan_of(const arrays::Network& network, const arrays::Order& order,
                             const std::vector<Label>& outer, bool is_complex) {
  return arrays::gradient_plan(
      network, order,
      {.element_bytes = is_complex ? sizeof(std::complex<double>) : sizeof(double),
       .is_complex = is_complex},
      arrays::slice_loops(network, order, outer));
}

arrays::DevicePlan device_plan_of(const arrays::GradientPlan& plan, bool is_complex,
                                  const arrays::DeviceLimits& limits) {
  return arrays::device_plan(plan.network, plan.plan, plan.sums,
                             is_complex ? arrays::DeviceElement::c128 : arrays::DeviceElement::f64,
                             limits);
}

/// One device: derivatives of one slice after the other.
template <class V>
class SweepOnDevice {
 public:
  SweepOnDevice(const arrays::GradientPlan& plan, const arrays::DevicePlan& device_plan,
                const std::vector<ScaledArray<V>>& tensors, const DeviceSetup& setup, int device)
      : plan_(plan),
        device_plan_(device_plan),
        tensors_(tensors),
        program_(device_plan, plan.network.tensors.size(), setup, device, 0),
        exponents_(device_plan.offsets.size()),
        derivatives_(tensors.size()),
        launches_(tensors.size()) {
    for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
      const arrays::DeviceLaunch& launch = device_plan.launches[l];
      for (std::size_t t = 0; t < tensors.size(); ++t)
        if (device_plan.steps[launch.first].c == plan.derivatives[t]) launches_[t] = l;
    }
    const auto one = static_cast<std::uint32_t>(tensors.size());
    for (std::uint32_t t = 0; t < one; ++t) {
      write(t, tensors[t]);
      exponents_[t] = tensors[t].exponent;
    }
    write(one, {{V(1)}, 0});
    program_.take_common();
  }

  void take(std::uint64_t slice) {
    starts_ = slice_starts(plan_.network, plan_.plan, slice);
    program_.take_slice(starts_);
    find_exponents<V>(device_plan_, program_, exponents_);
    for (std::size_t t = 0; t < derivatives_.size(); ++t) {
      const std::uint32_t value = plan_.derivatives[t];
      derivatives_[t].resize(plan_.plan.values[value].elements);
      program_.read(value, derivatives_[t].data(), derivatives_[t].size() * sizeof(V));
    }
  }

  /// What the last slice gave.
  void add_to(Environments<V>& environments, const std::vector<std::vector<Label>>& labels) const {
    for (std::size_t t = 0; t < derivatives_.size(); ++t) {
      const std::vector<Label>& kept = plan_.kept[t];
      std::vector<Label> own = plan_.plan.values[plan_.derivatives[t]].labels;
      own.erase(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(kept.size()));
      const std::uint64_t blocks = *arrays::element_count(plan_.network, kept),
                          elements = derivatives_[t].size() / blocks;
      for (std::uint64_t block = 0; block < blocks; ++block) {
        environments.add(t, starts_[t] + start_of(t, block), labels[t], own,
                         derivatives_[t].data() + block * elements, exponent(t, block));
      }
    }
  }

 private:
  /// Where a block of a derivative begins in its tensor.
  std::uint64_t start_of(std::size_t tensor, std::uint64_t block) const {
    const std::vector<Label>& kept = plan_.kept[tensor];
    std::uint64_t start = 0;
    for (std::size_t k = kept.size(); k-- > 0;) {
      const std::uint64_t extent = plan_.network.extents[kept[k]];
      start +=
          block % extent * tensor_stride(plan_.network, plan_.network.tensors[tensor], kept[k]);
      block /= extent;
    }
    return start;
  }

  std::int64_t exponent(std::size_t tensor, std::uint64_t block) const {
    return block == 0 ? exponents_[plan_.derivatives[tensor]]
                      : program_.power_of(launches_[tensor], block);
  }

  void write(std::uint32_t tensor, const ScaledArray<V>& array) {
    program_.write_tensor(tensor, array.values.data(), array.values.size() * sizeof(V),
                          ExponentField<V>::of(array.values), array.exponent);
  }

  const arrays::GradientPlan& plan_;
  const arrays::DevicePlan& device_plan_;
  const std::vector<ScaledArray<V>>& tensors_;
  DeviceProgram program_;
  std::vector<std::int64_t> exponents_;  ///< by value
  std::vector<std::uint64_t> starts_;    ///< by tensor, of the last slice
  std::vector<std::vector<V>> derivatives_;
  std::vector<std::size_t> launches_;  ///< by tensor, of what adds up its derivative in loops
};

template <class V>
Gradient sweep(const arrays::Network& network, const arrays::Order& order,
               const std::vector<Label>& outer, const TensorValues& values,
               const DeviceSetup& setup) {
  constexpr bool is_complex = !std::is_floating_point_v<V>;
  const arrays::GradientPlan plan = plan_of(network, order, outer, is_complex);
  const arrays::DevicePlan device_plan = device_plan_of(plan, is_complex, setup.limits);
  const std::vector<ScaledArray<V>> tensors = scaled_tensors<V>(values);
  const auto labels = arrays::value_labels(network, order);
  std::vector<std::unique_ptr<SweepOnDevice<V>>> sweeps;
  const std::uint64_t slices = plan.plan.slices;
  for (std::size_t d = 0; d < std::min<std::uint64_t>(setup.devices.size(), slices); ++d) {
    sweeps.push_back(
        std::make_unique<SweepOnDevice<V>>(plan, device_plan, tensors, setup, setup.devices[d]));
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

/// A sweep with its expected time; the sums of its loops.
struct Candidate {
  DeviceSweep sweep;
  double seconds = 0;
  arrays::SliceLoops loops;
};

Candidate candidate(const arrays::Network& network, const arrays::Order& order,
                    const std::vector<Label>& outer, bool is_complex, const DeviceSetup& setup) {
  const arrays::GradientPlan plan = plan_of(network, order, outer, is_complex);
  const arrays::DevicePlan device = device_plan_of(plan, is_complex, setup.limits);
  const std::uint64_t slices = plan.plan.slices, devices = setup.devices.size();
  Candidate found;
  found.loops = arrays::slice_loops(network, order, outer);
  found.sweep = {outer, device_peak_bytes(device, plan.network.tensors.size()),
                 found.loops.loops.size()};
  found.seconds = arrays::device_seconds(device, (slices + devices - 1) / devices);
  return found;
}

}  // namespace

DeviceSweep device_sweep(const arrays::Network& network, const arrays::Order& order,
                         bool is_complex, std::uint64_t memory, const DeviceSetup& setup) {
  if (order.steps.empty()) return {};
  const auto of = [&](const std::vector<Label>& outer) {
    return candidate(network, order, outer, is_complex, setup);
  };
  const Candidate outside = of(order.sliced);
  if (order.sliced.empty()) return outside.sweep;
  Candidate inside = of(outer_of_devices(network, order, arrays::slice_loops(network, order),
                                         static_cast<std::uint32_t>(setup.devices.size())));
  const auto labels = arrays::value_labels(network, order);
  while (inside.sweep.bytes > memory && inside.sweep.loops > 0) {
    // What sums hold is least where the largest of them are those of slices.
    const auto largest =
        std::ranges::max_element(inside.loops.loops, {}, [&](const arrays::SliceLoop& loop) {
          return *arrays::element_count(network, labels[loop.end]);
        });
    std::vector<Label> outer = inside.sweep.outer;
    outer.push_back(largest->label);
    inside = of(outer);
  }
  const bool fits = inside.sweep.bytes <= memory;
  return fits && (inside.seconds < outside.seconds || outside.sweep.bytes > memory) ? inside.sweep
                                                                                    : outside.sweep;
}

Gradient device_gradient(const arrays::Network& network, const arrays::Order& order,
                         const std::vector<Label>& outer, const TensorValues& values,
                         const DeviceSetup& setup, unsigned threads) {
  // What there is to say about them, and networks of one tensor, are those of processors.
  if (!network.open.empty() || order.steps.empty())
    return gradient(network, order, values, threads);
  return values.is_complex ? sweep<std::complex<double>>(network, order, outer, values, setup)
                           : sweep<double>(network, order, outer, values, setup);
}

}  // namespace diagc::networks
