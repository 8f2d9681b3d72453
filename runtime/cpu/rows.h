#pragma once

#include <cstddef>
#include <functional>

namespace diagc {

/// A batch as kernels take it: for every input and output the first of its rows
/// [row][configuration]. Rows of inputs are `input_stride` numbers apart, those of outputs
/// `output_stride`. An input that no output needs may be null.
template <class T>
struct KernelRows {
  const T* const* inputs = nullptr;
  std::size_t input_stride = 0;
  T* const* outputs = nullptr;
  std::size_t output_stride = 0;
  const T* params = nullptr;
};

/// Evaluates configurations begin … end − 1 on the calling thread. May be called from many threads
/// at once.
template <class T>
using RangeFunction = std::function<void(const KernelRows<T>&, std::size_t begin, std::size_t end)>;

}  // namespace diagc
