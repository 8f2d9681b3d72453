#pragma once

#include <cstddef>

namespace diagc {

/// A batch as kernels take it: for every input and output the first of its rows
/// [row][configuration], in the memory of the processor that evaluates. Rows of inputs are
/// `input_stride` numbers apart, those of outputs `output_stride`. An input that no output needs may
/// be null.
template <class T>
struct KernelRows {
  const T* const* inputs = nullptr;
  std::size_t input_stride = 0;
  T* const* outputs = nullptr;
  std::size_t output_stride = 0;
  const T* params = nullptr;
};

}  // namespace diagc
