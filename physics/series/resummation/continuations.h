// Approximants of all draws of a series: how their values are spread, and how many have poles on the way.
#pragma once

#include <vector>

#include "physics/series/resummation/approximants.h"

namespace diagc::series {

constexpr double most_poles = 0.05;  ///< of the draws of a reliable approximant

/// The observable at one coupling.
struct SummedValue {
  double value = 0;      ///< median over the draws; of partial sums the value itself
  double error = 0;      ///< half of high − low; of partial sums one standard deviation
  double low = 0;        ///< 15.9 % of the draws are lower,
  double high = 0;       ///< as many are higher
  double poles = 0;      ///< fraction of draws with a pole on the way to this coupling
  bool reliable = true;  ///< at most 5 % of the draws have one, and all but 5 % are finite
  bool trusted = true;   ///< whether the error bars of all orders that it uses are to be trusted
};

/// Median and quantiles of the values that are finite; all NaN where none is.
SummedValue summed(std::vector<double> values);

struct Continuations {
  Approximant approximant;
  bool exists = true;           ///< of the series itself
  std::vector<SummedValue> at;  ///< [coupling], of all draws
  /// [coupling][draw]: values of draws that are finite and have no pole on the way, NaN for the others.
  std::vector<std::vector<double>> free;
  /// [coupling]: fraction of draws with a pole within 45° of the axis, at less than 0.7 of the coupling.
  std::vector<double> behind_poles;
};

Continuations continuations(const Approximant& approximant,
                            const std::vector<std::vector<double>>& draws,
                            const std::vector<double>& couplings);

}  // namespace diagc::series
