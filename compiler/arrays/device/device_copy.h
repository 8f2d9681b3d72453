// Copies of arrays whose axes come to lie otherwise, before and after a library multiplies matrices.
//
// A block takes a tile: the axes that are fastest in what is read and those that are fastest in what is written. It reads whole lines into
// shared memory and writes whole lines from there, however the axes lie.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// One axis of a copy; strides in elements.
struct CopyAxis {
  std::uint64_t extent = 1, from = 0, to = 0;
  std::uint64_t part =
      1;  ///< so many values of it a tile has; the last tile along it may have fewer
};

struct DeviceCopy {
  std::vector<CopyAxis> axes;  ///< all of those that are written, the last one fastest there
  bool moves =
      true;  ///< false: all lies as it should, and is only looked at for its largest exponent

  std::uint64_t elements() const;
  std::uint64_t tile_elements() const;
  std::uint64_t tiles() const;
};

/// How operands of `products` lie for the library, and how its result does. The batch is slowest in all of them.
struct ProductCopies {
  DeviceCopy a, b, c;
  bool a_by_sum = true;     ///< of a: summed values are faster than rows
  bool b_by_sum = true;     ///< of b: summed values are faster than columns
  bool c_by_column = true;  ///< of the library's result: columns are faster than rows
};

ProductCopies product_copies(const DeviceStep& step, DeviceElement element);

/// How b of a step that copies it comes to lie: the batch slowest, then the sum, then the columns.
DeviceCopy plain_copy_of_b(const DeviceStep& step, DeviceElement element);

/// How pieces of `exchange` come to lie one after the other.
DeviceCopy exchange_copy(const DeviceStep& step, DeviceElement element);

}  // namespace diagc::arrays
