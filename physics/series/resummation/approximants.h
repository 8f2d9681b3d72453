// Padé and Dlog-Padé approximants of a series in U, and their values along the axis.
#pragma once

#include <string>
#include <vector>

namespace diagc::series {

enum class Method { partial_sum, pade, dlog_pade };

/// Which coefficients are used, and how.
struct Approximant {
  Method method = Method::partial_sum;
  int order = 0;     ///< highest that it uses
  int L = 0, M = 0;  ///< degrees; a partial sum has M = 0

  bool operator==(const Approximant&) const = default;
};

/// "order 4", "Padé [2/2]", "Dlog-Padé [1/2]".
std::string name(const Approximant& approximant);

/// Padé or Dlog-Padé that use all coefficients to this order, as near to the diagonal as they come: |L − M| ≤ 1. Those without a
/// denominator are left out: they are partial sums, of the series or of the logarithm's derivative.
std::vector<Approximant> near_diagonal(Method method, int order);

/// An approximant on the way from 0 to the couplings.
struct Continuation {
  bool exists = true;      ///< whether there is such an approximant
  std::vector<double> at;  ///< [coupling]; NaN where it does not
  double axis_pole = 0;    ///< the first pole on the axis up to the furthest coupling; 0: none
  double near_pole = 0;    ///< distance from 0 of the nearest pole within 45° of the axis; 0: none
};

/// Couplings ascend and are of one sign, or zero. A pole that a zero cancels (a Froissart doublet, as noise makes them) is none.
Continuation continued(const Approximant& approximant, const std::vector<double>& coefficients,
                       const std::vector<double>& couplings);

/// The coupling that is furthest from 0.
double furthest(const std::vector<double>& couplings);

}  // namespace diagc::series
