#include "physics/networks/array_powers.h"

namespace diagc::networks {

using arrays::DeviceForm;
using arrays::DeviceStep;

namespace {

bool finds_power(DeviceForm form) {
  return form == DeviceForm::exchange || form == DeviceForm::sum;
}

}  // namespace

bool finds_power(const arrays::DeviceLaunch& launch) { return finds_power(launch.form); }

ArrayPowers::ArrayPowers(const arrays::DevicePlan& plan) {
  const std::size_t values = plan.offsets.size();
  std::vector<std::size_t> made(values,
                                plan.launches.size());  // by value, the launch that makes it
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    const arrays::DeviceLaunch& launch = plan.launches[l];
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s)
      made[plan.steps[s].c] = l;
  }
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    first.push_back(terms.size());
    tensors.emplace_back();
    const arrays::DeviceLaunch& launch = plan.launches[l];
    if (!finds_power(launch)) continue;
    // How often the power of a value stands in the sum.
    std::vector<std::int32_t> weights(values), of_largest(values),
        of_launches(plan.launches.size());
    weights[plan.steps[launch.first].a] = 1;
    for (std::size_t s = launch.first; s-- > 0;) {
      const DeviceStep& step = plan.steps[s];
      const std::int32_t weight = weights[step.c];
      if (weight == 0) continue;
      if (finds_power(step.form)) {
        of_launches[made[step.c]] += weight;
        continue;
      }
      for (const std::uint32_t operand : {step.a, step.b}) {
        weights[operand] += weight;
        of_largest[operand] += weight;
      }
    }
    for (std::uint32_t value = 0; value < values; ++value) {
      if (of_largest[value] != 0) terms.push_back({value, of_largest[value]});
      if (weights[value] != 0 && made[value] == plan.launches.size())
        tensors.back().push_back({value, weights[value]});
    }
    for (std::size_t other = 0; other < l; ++other) {
      if (of_launches[other] != 0)
        terms.push_back({static_cast<std::uint32_t>(values + other), of_launches[other]});
    }
  }
  first.push_back(terms.size());
}

}  // namespace diagc::networks
