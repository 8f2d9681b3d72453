// How the copy engine of a device moves G and Σ of pairs of times (text/pair_moves.cuh).
#pragma once

#include <cstddef>

#include "physics/dynamics/device/device_parameters.h"
#include "runtime/cuda/device.h"

namespace diagc::dynamics {

/// Lets it move them in boxes of so many points, where points here and all others are whole boxes; none has 0 points. All points of the lattice are
/// kept, and `block_bytes` are those of a block of a point. Throws cuda::Error.
void move_by_engine(DeviceSelfEnergy& parameter, const cuda::Device& device,
                    std::size_t block_bytes, std::size_t box_points);

}  // namespace diagc::dynamics
