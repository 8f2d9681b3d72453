#include "physics/networks/device_execution.h"

#include <optional>

#include "physics/networks/array_exponents.h"
#include "physics/networks/slice_numbers.h"
#include "physics/networks/slice_result.h"

namespace diagc::networks {

arrays::DeviceElement device_element(Element element) {
  constexpr arrays::DeviceElement elements[] = {
      arrays::DeviceElement::f32,  arrays::DeviceElement::f64,     arrays::DeviceElement::c64,
      arrays::DeviceElement::c128, arrays::DeviceElement::residue, arrays::DeviceElement::tropical};
  return elements[static_cast<std::size_t>(element)];
}

template <class Value>
struct DeviceExecution<Value>::Implementation {
  Implementation(const arrays::Network& own_network, const arrays::Plan& own_plan,
                 const std::vector<ScaledArray<Value>>& own_tensors, const DeviceSetup& setup,
                 unsigned own_threads, std::uint32_t own_prime, std::size_t which)
      : network(own_network),
        plan(own_plan),
        tensors(own_tensors),
        threads(own_threads),
        prime(own_prime),
        device_plan(
            arrays::device_plan(network, plan, device_element(kind_of<Value>()), setup.limits)),
        into_result(contraction_into_result(network, plan)),
        seconds(plan.kernels.size()),
        exponents(device_plan.offsets.size()) {
    if (plan.steps.empty()) return;
    program.emplace(device_plan, tensors.size(), setup, setup.devices.at(which), prime);
    for (std::uint32_t t = 0; t < tensors.size(); ++t) {
      const std::vector<Value>& values = tensors[t].values;
      program->write_tensor(t, values.data(), values.size() * sizeof(Value),
                            ExponentField<Value>::of(values), tensors[t].exponent);
    }
    program->take_common();
    take_seconds(true);
  }

  ScaledArray<Value> slice(std::uint64_t number) {
    const std::vector<std::uint64_t> starts = slice_starts(network, plan, number);
    if (!program) {
      return sum_of_slice(into_result, tensors[0].values.data() + starts[0], tensors[0].exponent,
                          threads, prime);
    }
    program->take_slice(starts);
    take_seconds(false);
    for (std::size_t t = 0; t < tensors.size(); ++t) exponents[t] = tensors[t].exponent;
    find_exponents<Value>(device_plan, *program, exponents);
    std::vector<Value> values(plan.values[plan.result].elements);
    program->read(plan.result, values.data(), values.size() * sizeof(Value));
    return sum_of_slice(into_result, values.data(), exponents[plan.result], threads, prime);
  }

  void take_seconds(bool once) {
    for (std::size_t k = 0; k < seconds.size(); ++k)
      if (plan.kernels[k].once == once) seconds[k] = 0;
    for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
      const arrays::DeviceLaunch& launch = device_plan.launches[l];
      if (launch.once != once) continue;
      // Launches of a sum count for the kernel that makes its terms.
      seconds[device_plan.steps[launch.first].kernel] += program->launch_seconds()[l];
    }
  }

  const arrays::Network& network;
  const arrays::Plan& plan;
  const std::vector<ScaledArray<Value>>& tensors;
  unsigned threads;
  std::uint32_t prime;
  arrays::DevicePlan device_plan;
  linear::Contraction into_result;
  std::vector<double> seconds;          ///< by kernel of the plan
  std::vector<std::int64_t> exponents;  ///< by value
  std::optional<DeviceProgram> program;
};

template <class Value>
DeviceExecution<Value>::DeviceExecution(const arrays::Network& network, const arrays::Plan& plan,
                                        const std::vector<ScaledArray<Value>>& tensors,
                                        const DeviceSetup& setup, unsigned threads,
                                        std::uint32_t prime, std::size_t which)
    : implementation_(
          std::make_unique<Implementation>(network, plan, tensors, setup, threads, prime, which)) {}

template <class Value>
DeviceExecution<Value>::~DeviceExecution() = default;

template <class Value>
void DeviceExecution<Value>::time_launches(bool are_timed) {
  if (implementation_->program) implementation_->program->time_launches(are_timed);
}

template <class Value>
const std::vector<double>& DeviceExecution<Value>::kernel_seconds() const {
  return implementation_->seconds;
}

template <class Value>
SliceSum DeviceExecution<Value>::slice(std::uint64_t number) {
  const ScaledArray<Value> array = implementation_->slice(number);
  SliceSum sum{number, 1, array.exponent, {}};
  sum.numbers.reserve(array.values.size() * parts<Value>);
  for (const Value& value : array.values) append(sum.numbers, value);
  return sum;
}

template class DeviceExecution<float>;
template class DeviceExecution<double>;
template class DeviceExecution<std::complex<float>>;
template class DeviceExecution<std::complex<double>>;
template class DeviceExecution<linear::Residue>;
template class DeviceExecution<linear::Tropical>;

}  // namespace diagc::networks
