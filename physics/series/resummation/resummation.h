// From coefficients with errors to the observable at a coupling: partial sums, Padé and Dlog-Padé approximants, with errors propagated by
// drawing the coefficients anew within theirs.
#pragma once

#include <string>
#include <vector>

#include "physics/series/results/result.h"

namespace diagc::integrate {

/// Σ coefficients[n] Uⁿ, orders 0 … size − 1 without a gap.
struct Series {
  std::vector<double> coefficients;
  std::vector<double> covariance;  ///< row-major, size squared
};

/// Orders 0 … `last_order` (negative: all that follow each other from 0 and are finite). Throws std::runtime_error where order 0 or last_order is missing.
Series series_of(const Result& result, int last_order = -1);

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

/// The observable at one coupling.
struct SummedValue {
  double value = 0;      ///< median over the draws; of partial sums the value itself
  double error = 0;      ///< half of high − low; of partial sums one standard deviation
  double low = 0;        ///< 15.9 % of the draws are lower,
  double high = 0;       ///< as many are higher
  double poles = 0;      ///< fraction of draws with a pole between 0 and this coupling
  bool reliable = true;  ///< at most 5 % of the draws have one, and all but 5 % are finite
};

struct Sum {
  Approximant approximant;
  std::vector<SummedValue> at;  ///< [coupling]
  std::string warning;          ///< empty where there is nothing to say
};

struct Resummation {
  std::vector<double> couplings;
  std::vector<Sum>
      sums;  ///< partial sums of all orders, then Padé, then Dlog-Padé of the two highest orders, near the diagonal
  /// Draws of all reliable Padé and Dlog-Padé approximants of the two highest orders taken together: the width holds
  /// the errors of the coefficients and the differences between approximants. A straggler far from all others is
  /// left out. Not reliable where there are none;
  /// then the partial sum of highest order stands here.
  std::vector<SummedValue> combined;
  std::vector<std::string> warnings;
};

/// Couplings ascend and are of one sign, or zero. The draws depend on nothing but `seed` and the series.
Resummation resum(const Series& series, const std::vector<double>& couplings, int resamples,
                  std::uint64_t seed = 1);

/// |d(summed value) / d(coefficient)| of every coefficient at a coupling: mean over the Padé and Dlog-Padé approximants of highest order that are
/// free of poles up to there, |U|ⁿ where there are none and for coefficients that are 0. A pure function of the coefficients.
std::vector<double> sensitivity(const std::vector<double>& coefficients, double coupling);

}  // namespace diagc::integrate
