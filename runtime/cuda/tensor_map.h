#pragma once

// What the copy engine of a device (compute capability 9.0 on) has to know of an array to move boxes of it to shared memory and back.

#include <cstddef>

#include "runtime/cuda/device.h"

namespace diagc::cuda {

/// Rows of squares, each of which has eight numbers of double precision side by side.
struct SquareRows {
  api::DevicePointer address = 0;  ///< a multiple of 16
  std::size_t rows = 0, squares = 0;
};

/// On the device whose memory it is. Boxes are one square of `box_rows` rows, at most 256: (number, square, row). In shared memory, from a multiple of 512 bytes on, 16 bytes number c of a
/// row stand at c ^ (row / 2 % 4), so that lanes find those of eight rows in different banks. Throws Error.
api::TensorMap map_of(const Device& device, const SquareRows& array, std::size_t box_rows);

}  // namespace diagc::cuda
