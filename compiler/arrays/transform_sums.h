// Fourier transforms as the sums that they are.
#pragma once

#include <complex>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// Along a whole grid: (1/N) Σ_k exp(+i k R) x(k) at R where `forward`, else Σ_R exp(−i k R) x(R) at k. N² steps.
std::vector<std::complex<double>> transformed(const CyclicAxis& axis, bool forward,
                                              const std::vector<std::complex<double>>& values);

}  // namespace diagc::arrays
