// Rates of devices, for which plans expect their seconds, from what the driver says of them.
#pragma once

#include <span>

#include "compiler/arrays/distribute/grid.h"
#include "runtime/cuda/device.h"

namespace diagc::networks {

/// Rates are multiples of it.
inline constexpr double unit_of_rates = 0x1p-10;

/// Of the slowest device in each respect; those of an H200 where the driver does not know the rate of a memory. Multiprocessors are taken for those of an H200.
arrays::DeviceRates device_rates(std::span<const cuda::DeviceInfo> devices);

}  // namespace diagc::networks
