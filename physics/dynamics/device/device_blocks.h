// Blocks as kernels have them (text/numbers.cuh), from and to those of the host.
#pragma once

#include <vector>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/device/device_code.h"

namespace diagc::dynamics {

/// L and D: [point][block][piece][L, D][row][column], numbers of a group in their places. Rows have the shape's size; what is beyond is zero.
std::vector<Complex> to_device_blocks(const DeviceShape& shape, const BlockRows& lesser,
                                      const BlockRows& spectral);

/// Blocks `first` … `first` + count − 1 of `blocks` of each point, written to those of `lesser` and `spectral` from `to` on.
void from_device_blocks(const DeviceShape& shape, const std::vector<Complex>& numbers,
                        std::size_t blocks, std::size_t first, std::size_t count, std::size_t to,
                        const BlockRows& lesser, const BlockRows& spectral);

}  // namespace diagc::dynamics
