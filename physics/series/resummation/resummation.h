// From coefficients with errors to the observable at a coupling: partial sums, Padé and Dlog-Padé approximants, with errors propagated by
// drawing the coefficients anew within theirs.
#pragma once

#include <string>
#include <vector>

#include "physics/series/results/result.h"
#include "physics/series/resummation/continuations.h"
#include "physics/series/resummation/draws.h"

namespace diagc::series {

/// Orders 0 … `last_order` (negative: all that follow each other from 0 and are finite). Throws std::runtime_error where order 0 or last_order is missing.
Series series_of(const Result& result, int last_order = -1);

struct Sum {
  Approximant approximant;
  std::vector<SummedValue> at;  ///< [coupling]
  std::string warning;          ///< empty where there is nothing to say
};

struct Resummation {
  std::vector<double> couplings;
  /// Partial sums of all orders, then Padé, then Dlog-Padé of the two highest orders, as far as they exist.
  std::vector<Sum> sums;
  /// All approximants taken together (together.h): the error holds the errors of the coefficients and an estimate of what the orders that are not
  /// known would change; `poles` is the fraction of draws and approximants behind a pole near the axis. Where there is no reliable approximant the
  /// partial sum of highest order stands here, not reliable.
  std::vector<SummedValue> combined;
  std::vector<int>
      untrusted;  ///< orders whose error bars are not to be trusted: those of sums that use them are marked, too
  std::vector<std::string> warnings;
};

/// Couplings ascend and are of one sign, or zero. The result depends on nothing but the arguments.
Resummation resum(const Series& series, const std::vector<double>& couplings, int resamples,
                  std::uint64_t seed = 1);

/// |d(summed value) / d(coefficient)| of every coefficient at a coupling: mean over the Padé and Dlog-Padé approximants of highest order that are
/// free of poles up to there, |U|ⁿ where there are none and for coefficients that are 0. A pure function of the coefficients.
std::vector<double> sensitivity(const std::vector<double>& coefficients, double coupling);

}  // namespace diagc::series
