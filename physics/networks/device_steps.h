// What a launch of a plan asks of a device: kernels with their parameters, and products of a library.
#pragma once

#include <cstddef>

#include "physics/networks/device_arrays.h"

namespace diagc::networks {

/// A step, a group of steps or a chain, but no exchange. Returns at once.
void take_launch(const DeviceArrays& arrays, std::size_t launch);

/// Multiplies corners of the matrices of every product, whatever stands there, so that the library has what it needs for them.
void take_corners(const DeviceArrays& arrays);

/// Adds the parts of a sum, where the launch has some: those of a step, or those that come in an exchange.
void add_parts(const DeviceArrays& arrays, std::size_t launch);

}  // namespace diagc::networks
