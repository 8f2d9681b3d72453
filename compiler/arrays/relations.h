// Which sums over cyclic axes are pointwise products of Fourier transforms.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace diagc::arrays {

/// Rows of integers, one for each variable: in column i its factor (1, 0 or −1) in the argument of operand i.
using ArgumentMatrix = std::vector<std::vector<std::int32_t>>;

/// Σ over the bound variables of Π_i X_i(Σ_v a_vi v) has with X_i(k) = Σ_R exp(−i k R) X̃_i(R) the transform
///
///   n^bound Σ' Π_i X̃_i(R_i),     Σ' over all R_i with Σ_i a_vi R_i = 0 for bound variables v, = R for the free one,
///
/// modulo every length n. Where these relations leave one R alone, that is where their solutions have rank one with entries 1, 0 and −1, the sum is
/// pointwise: X̃_i stands at r_i R, r_i = result[i]. Nothing where they do not. `free`: the row of the variable that the result depends on; without one the
/// result is a number, n^bound Σ_R Π_i X̃_i(r_i R).
std::optional<std::vector<std::int32_t>> single_site(const ArgumentMatrix& matrix,
                                                     std::optional<std::size_t> free);

}  // namespace diagc::arrays
