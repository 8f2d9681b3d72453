// The powers of two of a device's arrays, from the largest numbers that its kernels leave.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "physics/networks/device_program.h"
#include "physics/networks/exponent_field.h"

namespace diagc::networks {

/// After a slice. `exponents`: by value, those of tensors given; numbers of a value are times 2 to it.
template <class Value>
void find_exponents(const arrays::DevicePlan& plan, const DeviceProgram& program,
                    std::vector<std::int64_t>& exponents) {
  exponents.resize(plan.offsets.size());
  const std::vector<int>& most = program.most();
  const auto power = [&](std::uint32_t value) {
    return exponents[value] + ExponentField<Value>::power(most[value]);
  };
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    const arrays::DeviceLaunch& launch = plan.launches[l];
    const bool is_given =
        launch.form == arrays::DeviceForm::sum || launch.form == arrays::DeviceForm::exchange;
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
      const arrays::DeviceStep& step = plan.steps[s];
      exponents[step.c] = is_given ? program.power_of(l) : power(step.a) + power(step.b);
    }
  }
}

}  // namespace diagc::networks
