// What devices that share points evaluate together: arrays of all points, and blocks of columns.
#pragma once

#include <cstddef>

#include "physics/dynamics/device/device_parameters.h"

namespace diagc::dynamics {

/// An array on devices that share points: of a block of columns, or of a point, so many bytes.
struct SharedArray {
  DeviceAddress own = 0;  ///< of own points: [point][block]
  DeviceAddress others =
      0;  ///< of the others' points, as they travel; of all points where all have them
  std::size_t of_block = 0;
  std::size_t room = 0;  ///< bytes at `others`, where they may be more
};
/// Blocks of columns that are evaluated at once.
struct ColumnPiece {
  std::size_t first = 0, count = 0;
  std::size_t others = 0;  ///< blocks before it in arrays of others' points
};

}  // namespace diagc::dynamics
