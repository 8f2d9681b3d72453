#pragma once

// Fourier transforms of cuFFT, which is opened at run time where it is installed. Nothing needs it.

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

/// Empty where Cufft works, else why there is none.
const std::string& why_no_cufft();

/// Transforms of `batch` complex arrays of these extents that lie one after the other, in place and on a stream.
class Cufft {
 public:
  /// The library libcufft.so.12 or .11. Throws Unavailable, and Error where it does not start.
  Cufft(const Stream& stream, std::vector<int> extents, std::size_t batch);
  ~Cufft();
  Cufft(const Cufft&) = delete;

  /// Σ x exp(−i k R), with exp(+i k R) where `positive`. Returns before it is done.
  void transform(std::complex<double>* values, bool positive) const;

 private:
  Device device_;
  int plan_ = 0;
};

}  // namespace diagc::cuda
