// The SU(N) Hubbard atom, H = (U/2) sum over s != s' of n_s n_s' at mu = 0: its density exactly, and the propagators that
// give the same from diagrams.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/graph/value.h"

namespace diagc::demo {

/// Total density n = Σ_m m C(N,m) e^(−x m(m−1)/2) / Σ_m C(N,m) e^(−x m(m−1)/2), x = βU.
double exact_density(int flavours, double x);

/// Coefficients of x^0 … x^order of that, by dividing the power series of numerator and denominator.
std::vector<Rational> exact_series(int flavours, int order);

/// Propagators for every time order of the vertices 1..n, vertex 0 being the earliest: G[a,b] = 1/2 if a is not earlier than b,
/// else −1/2. Laid out [leaf][configuration] with leaf = a (n + 1) + b; n! configurations.
std::vector<double> time_orders(int n);

std::size_t factorial(int n);

}  // namespace diagc::demo
