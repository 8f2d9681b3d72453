// Where results computed in different orders of operations must agree, and how closely.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "compiler/graph/interpret.h"

namespace diagc {

/// One output scalar at one configuration.
struct Judged {
  std::complex<double> value;
  /// Two results differ by at most `error`, to first order in the rounding error. Infinite where first order does not
  /// tell: a value not finite or near overflow or underflow, a divisor or the argument of a function not known to within
  /// a hundredth of itself, a square root or logarithm beside its branch cut.
  double error = 0;
};

/// By output scalar, for configuration `c` of the rows. `epsilon` is the precision compared at, below 1e-9 for double.
std::vector<Judged> judge(const Graph& graph, ConstRows inputs,
                          std::span<const std::complex<double>> params, std::size_t c,
                          double epsilon);

}  // namespace diagc
