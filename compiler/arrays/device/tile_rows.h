#pragma once

#include <cstdint>
#include <string>

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// How rows of a tile lie in shared memory, and how their sums come to the result.
struct TileRows {
  std::uint64_t beside =
      0;  ///< of a thread's sums, how far apart rows are that fill a pack of 16 bytes of c; 0: sums go by way of shared memory
  std::uint64_t gap =
      0;  ///< numbers that are left free behind the rows that all threads hold at once
  std::uint64_t spread =
      1;  ///< behind so many sums a pack is left free where they wait for their way to c
  std::string
      functions;  ///< `row_placed`, where a row lies, and `row_written`, which row is written as the i-th
};

/// How arrays of a step lie along the rows.
struct RowOrder {
  std::uint64_t pack = 1;  ///< numbers in 16 bytes
  bool a_is_packed = false, c_is_packed = false, c_by_column = false;
};

/// Where a and c have other neighbours among the rows, and a tile is a product of axes whose extents are powers of two, rows are placed so that threads
/// side by side have lines of c: then sums go to c from registers.
TileRows tile_rows(const DeviceStep& step, const HeldSums& held, const RowOrder& order);

}  // namespace diagc::arrays
