#pragma once

// Whole batches: split over threads, and brought from callers' arrays into rows and back.

#include <cstddef>
#include <span>

#include "runtime/batch/binding.h"
#include "runtime/cpu/rows.h"

namespace diagc {

/// How a batch is spread over threads. A thread gets whole stretches of 64 configurations, so that
/// no two write to one line of cache, and at least `least` of them: for less, waking it does not
/// pay.
struct Split {
  unsigned threads = 1;
  std::size_t least = 64;
  /// Configurations for which a call of the range pays: arrays from memory are evaluated in parts, while others are on their way.
  std::size_t least_call = 32;
};

/// The `least` for a kernel that takes so many operations for one configuration.
std::size_t least_share(double operations);

/// Evaluates `configurations` configurations of rows in place.
template <class T>
void evaluate_rows(const RangeFunction<T>& range, const KernelRows<T>& rows,
                   std::size_t configurations, const Split& split);

/// Evaluates `configurations` configurations of arrays: every thread copies a block of
/// configurations that fits its cache into rows, evaluates it while the next block comes from memory, and copies the results out. Needed
/// inputs have arrays. Precision converts by rounding.
template <class T>
void evaluate_arrays(const RangeFunction<T>& range, std::span<const Binding<ConstArray>> inputs,
                     std::span<const Binding<MutableArray>> outputs, const T* params,
                     std::size_t configurations, const Split& split);

}  // namespace diagc
