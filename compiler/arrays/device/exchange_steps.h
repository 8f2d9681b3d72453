// Exchanges of a distribution as steps of a device's plan, and steps that begin with a piece of what they bring.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/arrays/device/device_step.h"
#include "compiler/arrays/device/rank_plan.h"

namespace diagc::arrays {

/// `number`: of RankPlan::exchanges.
DeviceStep exchange_step(const Network& network, const Plan& plan, const RankExchange& exchange,
                         std::size_t number);

/// Messages of long exchanges are cut, and the steps that read them begin with what has come while the next piece is on its way: pieces are values of the
/// slowest labels of every message, as far as there are kernels for the step without them. `loop_of`: by step, the innermost loop; both are in one.
void cut_messages(const Network& network, const Plan& plan,
                  const std::vector<RankExchange>& exchanges, DeviceElement element,
                  const DeviceLimits& limits, const std::vector<std::size_t>& loop_of,
                  std::vector<DeviceStep>& steps);

}  // namespace diagc::arrays
