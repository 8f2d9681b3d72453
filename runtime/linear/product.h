// Contractions as matrix products of a BLAS library, block by block.
//
//   c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed],   many rows, columns and summed values
//
// A block of an operand that lies like a matrix is multiplied where it is, another one is gathered into the cache before; blocks of the
// result likewise. The library runs on one thread and a block of the result is computed by one thread, its summed values in order: the bits
// do not depend on the number of threads. They do depend on the library.
#pragma once

#include <complex>
#include <cstdint>

#include "runtime/linear/blas.h"
#include "runtime/linear/contract.h"

namespace diagc::linear {

/// As contract() in contract.h.
template <class Value>
void contract_product(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                      unsigned threads, const Blas& blas);

/// Bytes that the library takes for a thread, beside workspace_bytes(): its own packed blocks.
inline constexpr std::uint64_t blas_bytes = 8 << 20U;

extern template void contract_product(const Contraction&, const float*, const float*, float*,
                                      unsigned, const Blas&);
extern template void contract_product(const Contraction&, const double*, const double*, double*,
                                      unsigned, const Blas&);
extern template void contract_product(const Contraction&, const std::complex<float>*,
                                      const std::complex<float>*, std::complex<float>*, unsigned,
                                      const Blas&);
extern template void contract_product(const Contraction&, const std::complex<double>*,
                                      const std::complex<double>*, std::complex<double>*, unsigned,
                                      const Blas&);

}  // namespace diagc::linear
