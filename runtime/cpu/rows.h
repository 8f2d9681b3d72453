#pragma once

#include <cstddef>
#include <functional>

#include "runtime/batch/kernel_rows.h"

namespace diagc {

/// Evaluates configurations begin … end − 1 on the calling thread. May be called from many threads
/// at once.
template <class T>
using RangeFunction = std::function<void(const KernelRows<T>&, std::size_t begin, std::size_t end)>;

}  // namespace diagc
