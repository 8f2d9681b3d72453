// How far results of one graph, computed in different ways, may lie apart.
#pragma once

#include <complex>
#include <limits>
#include <span>
#include <vector>

#include "compiler/graph/interpret.h"

namespace diagc {

/// A floating-point type.
struct Precision {
  double
      unit;  ///< half the distance from 1 to the next number: an operation's relative error at most
  double smallest;  ///< the smallest subnormal number: what underflow adds at most
  double largest;

  template <class T>
  static constexpr Precision of() {
    using Limits = std::numeric_limits<T>;
    return {Limits::epsilon() / 2, Limits::denorm_min(), Limits::max() / 4};
  }
};

/// Running error analysis of one graph (Higham, Accuracy and Stability of Numerical Algorithms, 3.3): every operation adds
/// its own rounding to what it makes of the errors of its operands. The bound holds for the interpreter and for emitted
/// code: for any order of the terms of a sum, with and without fused multiply-adds.
class Rounding {
 public:
  Rounding(const Graph& graph, Precision precision);

  /// By output scalar, for configuration `c` of the rows, which are exact in the precision: no evaluation in that
  /// precision is further away from the exact value, or from that of the other branch beside a branch cut. Infinite where no
  /// bound is known: a value not finite or near overflow, a divisor or the argument of sqrt or log not known to within an
  /// eighth of itself. NaN where every evaluation gives NaN: the real sqrt or log of a number below 0.
  std::vector<double> bounds(ConstRows inputs, std::span<const std::complex<double>> params,
                             std::size_t c) const;

 private:
  const Graph& graph_;
  Precision precision_;
  std::vector<std::uint8_t> exact_;  ///< by coefficient: a number of the precision
  std::vector<std::size_t> rows_;
};

/// A graph after the passes holds constants that folding computed in double precision. By output scalar: the sum of their
/// errors is at most this times A (see interpret_absolute) of the graph before the passes, to first order.
std::vector<double> folding_errors(const Graph& before, const Graph& after);

}  // namespace diagc
