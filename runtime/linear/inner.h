// Inner products of large arrays whose axes may lie in any order.
//
//   c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed],   few rows and columns, very many summed
//
// Neither array is transposed. Summed values are taken in blocks of the axes that are fastest in a and those that are fastest in b, so that
// lines of both are touched once; what does not lie in one piece is gathered into a block in the cache, and the next block is fetched
// ahead. Sums of several rows and columns at once stay in registers, each a vector of lanes of the summed values. One long sum is cut into
// parts that its shape alone decides, parts are added in a binary tree: the bits do not depend on the number of threads.
#pragma once

#include <cstdint>

#include "runtime/linear/contract.h"

namespace diagc::linear {

/// Rows and columns may be at most this many each.
inline constexpr std::uint64_t most_inner_rows = 32;

/// What all threads share beside the arrays: parts of sums.
inline constexpr std::uint64_t inner_bytes = 256 << 10U;

/// As contract() in contract.h. Throws std::logic_error for more rows or columns.
template <class Value>
void contract_inner(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                    unsigned threads, std::uint32_t prime = 0);

extern template void contract_inner(const Contraction&, const float*, const float*, float*,
                                    unsigned, std::uint32_t);
extern template void contract_inner(const Contraction&, const double*, const double*, double*,
                                    unsigned, std::uint32_t);
extern template void contract_inner(const Contraction&, const std::complex<float>*,
                                    const std::complex<float>*, std::complex<float>*, unsigned,
                                    std::uint32_t);
extern template void contract_inner(const Contraction&, const std::complex<double>*,
                                    const std::complex<double>*, std::complex<double>*, unsigned,
                                    std::uint32_t);
extern template void contract_inner(const Contraction&, const Residue*, const Residue*, Residue*,
                                    unsigned, std::uint32_t);
extern template void contract_inner(const Contraction&, const Tropical*, const Tropical*, Tropical*,
                                    unsigned, std::uint32_t);

}  // namespace diagc::linear
