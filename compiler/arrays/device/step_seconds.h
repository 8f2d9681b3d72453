// What a step takes on a device, by the model of devices of some rates.
#pragma once

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// Seconds of a step that is no exchange and no sum over a loop, without its launch: operations or bytes of memory, whichever take longer. `elements`:
/// of both operands and the result.
double step_seconds(const DeviceStep& step, DeviceElement element, const DeviceRates& rates,
                    double elements);

/// Of a sum over a loop, for one of the label's values: a term and the sum are read, the sum is written, and so is its compensation, if it has one.
double adding_seconds(double elements, DeviceElement element, const DeviceRates& rates,
                      bool is_compensated);

/// Seconds that every launch takes to begin.
double launch_seconds();

}  // namespace diagc::arrays
