#include "library/cyclic/split_layout.h"

namespace diagc {

void split_numbers(const std::complex<double>* numbers, std::size_t count, double scale,
                   double* __restrict re, double* __restrict im) {
  const auto* from = reinterpret_cast<const double*>(numbers);
  for (std::size_t i = 0; i < count; ++i) {
    re[i] = scale * from[2 * i];
    im[i] = scale * from[2 * i + 1];
  }
}

void join_numbers(const double* __restrict re, const double* __restrict im, std::size_t count,
                  std::complex<double>* numbers) {
  auto* __restrict to = reinterpret_cast<double*>(numbers);
  if (im == nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      to[2 * i] = re[i];
      to[2 * i + 1] = 0;
    }
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    to[2 * i] = re[i];
    to[2 * i + 1] = im[i];
  }
}

}  // namespace diagc
