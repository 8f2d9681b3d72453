// Averages of correlated samples, and how far they can be trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "runs/statistics/group_statistics.h"

namespace diagc::runs {

/// What is to be known: the ratio ρ of the sums of two quantities. The error of ρ is that of the residual r = x − ρ y, whose average
/// is zero.
struct Ratio {
  std::size_t numerator = 0;
  /// The number of quantities stands for the number of rows: then ρ is the average of x over all rows.
  std::size_t denominator = 1;
};

struct Estimate {
  double ratio = 0;  ///< ρ, by the jackknife free of its bias of first order
  double error = 0;  ///< one standard deviation of it
  double autocorrelation =
      0.5;  ///< of the residual, integrated, in steps; 1/2 for independent samples
  double effective_samples = 0;
  double variance_per_row = 0;  ///< error² · rows
  std::uint64_t rows = 0;       ///< of all groups
  std::string warning;          ///< why the error cannot be trusted; empty where it can

  void warn(const std::string& text) { warning += (warning.empty() ? "" : "; ") + text; }
};

/// How the rows of a group belong together; groups are independent of each other.
enum class Rows {
  chains,       ///< what a member gives is correlated with what it gives later
  independent,  ///< no correlations are looked for, any number of steps is enough, and the error is that of single rows, not of bins
  /// Rows share points that fill a space evenly (quasi-Monte Carlo): the error is that of the means of groups, of which there should be many: from
  /// G of them it is known to 1/√(2 G − 2). Averages of rows have smaller errors than variances of single rows say.
  even,
};

struct Grouping {
  std::uint32_t stretch = 1;  ///< in steps
  std::uint32_t members = 1;  ///< of a group, each of which gives a row a step
  Rows rows = Rows::chains;
};

/// From all groups, in their order; they have made the same steps.
Estimate estimate(std::span<const GroupStatistics> groups, Ratio of, const Grouping& grouping);

}  // namespace diagc::runs
