// Carries out a plan of contraction on this machine's processors.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/plan.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

/// A tensor's elements in C order, scaled: numbers times 2^exponent.
template <class Value>
struct ScaledArray {
  std::vector<Value> values;
  std::int64_t exponent = 0;
};

/// Bytes that execute() takes at most, all arrays of tensors and the result among them.
template <class Value>
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan,
                         unsigned threads);

/// The network's sum, open axes in their order. Floating-point values are kept near 1 by powers of two, so that nothing overflows, and nothing
/// underflows that is not beyond the range of exponents below the largest element of its array. Slices are added in their order: the result has
/// the same bits for any number of threads. `prime` is read for Residue and Tropical. Throws std::bad_alloc.
template <class Value>
ScaledArray<Value> execute(const arrays::Network& network, const arrays::Plan& plan,
                           const std::vector<ScaledArray<Value>>& tensors, unsigned threads,
                           std::uint32_t prime = 0);

/// Takes the power of two out of an array that brings its largest number to [1, 2). Nothing for kinds of elements that have no scale.
template <class Value>
void normalise(ScaledArray<Value>& array);

}  // namespace diagc::networks
