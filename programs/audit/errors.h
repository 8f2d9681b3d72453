// How far results are from what they should be.
#pragma once

#include <optional>
#include <vector>

#include "programs/audit/subject.h"

namespace diagc::audit {

struct Distribution {
  double median = 0;
  double percentile_99 = 0;  ///< nearest rank
  double maximum = 0;
};

/// Single against double precision, both from the same inputs and params, rounded to single precision: what
/// arithmetic costs, without what rounding the inputs costs.
struct SingleErrors {
  /// |fp32 − fp64| / |fp64|: infinite where only fp64 is 0, and 0 where both are. Nothing where no value is finite.
  std::optional<Distribution> relative;
  /// Root mean square of the differences over that of the fp64 values: what an average over configurations sees.
  std::optional<double> rms;
  std::optional<Distribution> of_size;  ///< |fp32 − fp64| / A, A as in sizes()
  std::size_t values = 0;
  std::size_t not_finite_fp32 = 0;  ///< in either of the two: left out of the errors
  std::size_t not_finite_fp64 = 0;
};

/// Results of the two kernels and their sizes A, as evaluate() and sizes() give them.
SingleErrors single_errors(const std::vector<std::complex<double>>& fp32,
                           const std::vector<std::complex<double>>& fp64,
                           const std::vector<double>& sizes);

/// Double precision against exact rational arithmetic on the first configurations.
struct ExactErrors {
  double relative = 0;  ///< largest |fp64 − exact| / |exact|
  double of_size = 0;   ///< largest |fp64 − exact| / A
  std::size_t configurations = 0;
};

/// Nothing where the graph has complex numbers or functions, is too large, or no configuration has a finite value.
std::optional<ExactErrors> exact_errors(const Subject& subject,
                                        const Configurations& configurations);

}  // namespace diagc::audit
