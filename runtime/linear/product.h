// Contractions of many rows, columns and summed values: by a BLAS library where both operands and the result lie like large matrices and
// there is one, by packed panels (packed.h) in all other cases.
//
// The library runs on one thread, which computes a block of the result with all of its sums: the bits do not depend on the number of
// threads. They do depend on the library.
#pragma once

#include <complex>
#include <cstdint>

#include "runtime/linear/blas.h"
#include "runtime/linear/contract.h"

namespace diagc::linear {

/// Whether rows, columns and summed values are many and every array lies like a matrix, so that a library takes this contraction.
bool is_plain_product(const Contraction& contraction);

/// As contract() in contract.h; `blas` may be null.
template <class Value>
void contract_product(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                      unsigned threads, const Blas* blas);

/// Bytes that the library takes for a thread: its own packed blocks.
inline constexpr std::uint64_t blas_bytes = 8 << 20U;

extern template void contract_product(const Contraction&, const float*, const float*, float*,
                                      unsigned, const Blas*);
extern template void contract_product(const Contraction&, const double*, const double*, double*,
                                      unsigned, const Blas*);
extern template void contract_product(const Contraction&, const std::complex<float>*,
                                      const std::complex<float>*, std::complex<float>*, unsigned,
                                      const Blas*);
extern template void contract_product(const Contraction&, const std::complex<double>*,
                                      const std::complex<double>*, std::complex<double>*, unsigned,
                                      const Blas*);

}  // namespace diagc::linear
