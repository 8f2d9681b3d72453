#pragma once

#include "diagc/rows.h"

namespace diagc {

/// A batch as kernels take it, in the memory of the processor that evaluates: the rows of every
/// input and output, each with strides of its own, and the params. Emitted kernels have the same
/// structs (compiler/emit/cpp.h, cuda.h).
template <class T>
struct KernelRows {
  const InputRows<T>* inputs = nullptr;
  const OutputRows<T>* outputs = nullptr;
  const T* params = nullptr;
};

}  // namespace diagc
