// Derivatives of a network's value on devices: the reverse sweep of gradient.h, every step of it a launch.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/networks/device_program.h"
#include "physics/networks/gradient.h"

namespace diagc::networks {

/// How devices sweep.
struct DeviceSweep {
  std::vector<arrays::Label> outer;  ///< labels of slices; sums over other sliced ones end early
  std::uint64_t bytes = 0;           ///< of each device's memory
  std::size_t loops = 0;             ///< of the value
};

/// The sweep that is expected to be the fastest of those that keep the limit, with loops or without; else one that needs little.
/// Devices of the setup share the slices.
DeviceSweep device_sweep(const arrays::Network& network, const arrays::Order& order,
                         bool is_complex, std::uint64_t memory, const DeviceSetup& setup);

/// As gradient(), in double precision, up to rounding. Devices of the setup share the slices, and processors add what comes of them in their order: the
/// bits do not depend on the number of devices of one kind. Throws what runtime/cuda throws, too.
Gradient device_gradient(const arrays::Network& network, const arrays::Order& order,
                         const std::vector<arrays::Label>& outer, const TensorValues& values,
                         const DeviceSetup& setup, unsigned threads);

}  // namespace diagc::networks
