// The transposes of the baseline of contractions.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace diagc::bench {

/// Axes of an array in C order: extents, and strides in the array that is read.
struct TransposedAxis {
  std::uint64_t extent = 1, stride = 1;
};

/// Offsets of all values of some axes, the last one fastest.
std::vector<std::uint64_t> offsets(const std::vector<TransposedAxis>& axes);

/// to[i, j, …] = from[i · stride_i + j · stride_j + …], the last axis fastest in `to`, neither with gaps. Block by block of both
/// arrays' fastest axes, so that whole lines of both are touched at once; a block is gathered into a cache, small squares of its numbers
/// are turned in registers, and arrays that leave the caches are written past them.
template <class Value>
void transpose(const std::vector<TransposedAxis>& axes, const Value* from, Value* to);

extern template void transpose(const std::vector<TransposedAxis>&, const float*, float*);
extern template void transpose(const std::vector<TransposedAxis>&, const std::complex<float>*,
                               std::complex<float>*);

}  // namespace diagc::bench
