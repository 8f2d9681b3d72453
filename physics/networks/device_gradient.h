// Derivatives of a network's value on devices: the reverse sweep of gradient.h, every step of it a launch.
#pragma once

#include <cstdint>

#include "physics/networks/device_program.h"
#include "physics/networks/gradient.h"

namespace diagc::networks {

/// Bytes of each device's memory that device_gradient() takes.
std::uint64_t device_gradient_bytes(const arrays::Network& network, const arrays::Order& order,
                                    bool is_complex, const arrays::DeviceLimits& limits);

/// As gradient(), in double precision, up to rounding. Devices of the setup share the slices, and processors add what comes of them in their order: the
/// bits do not depend on the number of devices of one kind. Throws what runtime/cuda throws, too.
Gradient device_gradient(const arrays::Network& network, const arrays::Order& order,
                         const TensorValues& values, const DeviceSetup& setup, unsigned threads);

}  // namespace diagc::networks
