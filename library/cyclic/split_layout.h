// Complex numbers, one after the other, and as two rows of real and imaginary parts.
#pragma once

#include <complex>
#include <cstddef>

namespace diagc {

/// rows = scale · numbers.
void split_numbers(const std::complex<double>* numbers, std::size_t count, double scale, double* re,
                   double* im);
/// numbers = rows; `im` may be null: zeros.
void join_numbers(const double* re, const double* im, std::size_t count,
                  std::complex<double>* numbers);

}  // namespace diagc
