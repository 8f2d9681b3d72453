// Carries out a plan of contraction on this machine's processors.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/plan.h"
#include "physics/networks/slice_sums.h"
#include "physics/networks/tile_code.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

/// A tensor's elements in C order, scaled: numbers times 2^exponent.
template <class Value>
struct ScaledArray {
  std::vector<Value> values;
  std::int64_t exponent = 0;
};

/// Bytes that a run over all slices takes at most, all arrays of tensors and the result among them.
template <class Value>
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan,
                         unsigned threads);

/// One plan, slice by slice. What no sliced label reaches is computed with the first slice, and then kept.
template <class Value>
class SliceExecution {
 public:
  /// Network, plan, tensors and `codes` must outlive it; `codes` are of the plan, null: templates alone.
  /// `prime` is read for Residue and Tropical. Throws std::bad_alloc.
  SliceExecution(const arrays::Network& network, const arrays::Plan& plan,
                 const std::vector<ScaledArray<Value>>& tensors, unsigned threads,
                 std::uint32_t prime = 0, const TileCodes* codes = nullptr);
  ~SliceExecution();

  /// The sum of one slice, its axes the open ones that are not sliced. Floating-point values that a kernel writes are kept near 1 by powers of
  /// two, so that nothing overflows. Values between the steps of one kernel are not: they may underflow where the elements of many tensors
  /// are far below the largest one of their array. The same bits for any number of threads.
  /// `after_kernel`, if there is one, is called with the seconds of each kernel of the slice.
  SliceSum slice(std::uint64_t number, const std::function<void(double)>& after_kernel = {});

  /// Seconds that every kernel of the plan took in the last slice, for all values of labels of loops together.
  const std::vector<double>& kernel_seconds() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Takes the power of two out of an array that brings its largest number to [1, 2). Nothing for kinds of elements that have no scale.
template <class Value>
void normalise(ScaledArray<Value>& array);

}  // namespace diagc::networks
