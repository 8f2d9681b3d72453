// Contractions of many rows, columns and summed values: blocks of both operands are copied into packed panels, which sums of products in
// registers read one element after the other.
//
//   c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed]
//
// The blocks are those of Goto and van de Geijn, ACM Trans. Math. Softw. 34 (2008) 12. A panel is filled from wherever the axes of the array
// lie, so that no transposed array is ever written, as in Springer and Bientinesi, ACM Trans. Math. Softw. 44 (2018) 28; the next block is copied
// between products of this one, so that memory answers meanwhile. Where several values of the batch lie in a line of an operand, they take a block
// of summed values one after the other, so that memory is read once for all of them. Vectors lie along the columns. An element of the result is computed by one
// thread in one order: its bits do not depend on the number of threads.
#pragma once

#include <complex>
#include <cstdint>

#include "runtime/linear/contract.h"

namespace diagc::linear {

/// As contract() in contract.h. Long sums of small results are cut into parts, which threads share; their shape alone decides where.
template <class Value>
void contract_packed(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                     unsigned threads);

/// Bytes of the panels of a thread, and at most of all parts of a sum together.
inline constexpr std::uint64_t packed_bytes = (2 << 20U) + (768 << 10U);
inline constexpr std::uint64_t packed_sums_bytes = 16 << 20U;

extern template void contract_packed(const Contraction&, const float*, const float*, float*,
                                     unsigned);
extern template void contract_packed(const Contraction&, const double*, const double*, double*,
                                     unsigned);
extern template void contract_packed(const Contraction&, const std::complex<float>*,
                                     const std::complex<float>*, std::complex<float>*, unsigned);
extern template void contract_packed(const Contraction&, const std::complex<double>*,
                                     const std::complex<double>*, std::complex<double>*, unsigned);

}  // namespace diagc::linear
