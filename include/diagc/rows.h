// Rows of numbers as kernels read and write them, one input or output.
//
// A variable is rows [row][configuration]: a real leaf is one row, a complex leaf two consecutive ones, real parts first.
#pragma once

#include <cstddef>

namespace diagc {

/// The rows of an input: row r of configuration c is data[r * row_stride + c * lane_stride].
template <class T>
struct InputRows {
  const T* data = nullptr;      ///< null where no output needs the input
  std::size_t row_stride = 0;   ///< numbers from one row to the next
  std::size_t lane_stride = 1;  ///< 1; or 0: a row is one number, which all configurations share
};

/// The rows of an output: row r of configuration c is data[r * row_stride + c].
template <class T>
struct OutputRows {
  T* data = nullptr;
  std::size_t row_stride = 0;
};

}  // namespace diagc
