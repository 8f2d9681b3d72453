// A series with errors as many series without errors: its coefficients drawn anew within their errors.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::series {

/// Σ coefficients[n] Uⁿ, orders 0 … size − 1 without a gap.
struct Series {
  std::vector<double> coefficients;
  std::vector<double> covariance;   ///< row-major, size squared
  std::vector<int> untrusted = {};  ///< ascending orders whose error bars are not to be trusted
};

/// The series itself, then `resamples` draws from the normal distribution with its covariance; the series alone where all errors are 0.
/// They depend on nothing but `seed` and the series.
std::vector<std::vector<double>> drawn(const Series& series, int resamples, std::uint64_t seed);

}  // namespace diagc::series
