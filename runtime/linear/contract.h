// One contraction of two arrays with strides, for elements of several kinds.
//
//   c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed]
//
// Operands are read in place, block by block, into small panels: there are no transposed copies. Lanes of vectors lie along the columns, or
// along the batch where both rows and columns are few. Summed values that one operand alone has are added as it is copied.
// Every element of the result is computed by one thread in one order, so that the bits do not depend on the number of threads. They do depend
// on the processor, whose widest instructions are used.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace diagc::linear {

/// One axis; strides in elements, 0 in an array that does not have it.
struct Axis {
  std::uint64_t extent = 1;
  std::uint64_t a = 0, b = 0, c = 0;
};

/// The last axis of a group varies fastest.
struct Contraction {
  std::vector<Axis> batch, rows, columns, summed;
};

/// Remainders modulo a prime below 2^31.
struct Residue {
  std::uint32_t value = 0;
  bool operator==(const Residue&) const = default;
};

/// Max-plus with the number of maxima, the number modulo a prime below 2^31. The sum takes the larger `max` and adds the numbers of equal
/// ones; the product adds `max` and multiplies the numbers. Zero is −∞.
struct Tropical {
  double max = -std::numeric_limits<double>::infinity();
  std::uint32_t count = 0;
  bool operator==(const Tropical&) const = default;
};

/// In `c` columns, or the batch, lie together in order. `c` must not overlap operands. `prime` is of Residue and Tropical. Memory: workspace_bytes() a thread.
template <class Value>
void contract(const Contraction& contraction, const Value* a, const Value* b, Value* c,
              unsigned threads, std::uint32_t prime = 0);

/// What a thread needs beside the arrays.
template <class Value>
std::size_t workspace_bytes();

extern template void contract(const Contraction&, const float*, const float*, float*, unsigned,
                              std::uint32_t);
extern template void contract(const Contraction&, const double*, const double*, double*, unsigned,
                              std::uint32_t);
extern template void contract(const Contraction&, const std::complex<float>*,
                              const std::complex<float>*, std::complex<float>*, unsigned,
                              std::uint32_t);
extern template void contract(const Contraction&, const std::complex<double>*,
                              const std::complex<double>*, std::complex<double>*, unsigned,
                              std::uint32_t);
extern template void contract(const Contraction&, const Residue*, const Residue*, Residue*,
                              unsigned, std::uint32_t);
extern template void contract(const Contraction&, const Tropical*, const Tropical*, Tropical*,
                              unsigned, std::uint32_t);

}  // namespace diagc::linear
