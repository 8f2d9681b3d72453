#pragma once

// Matrix products of cuBLAS, which is opened at run time where it is installed. Nothing needs it.

#include <complex>
#include <cstdint>
#include <string>

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

/// Empty where Cublas works, else why there is none.
const std::string& why_no_cublas();

/// A handle of cuBLAS on a stream; for one thread at a time.
class Cublas {
 public:
  /// The library libcublas.so.13 or .12, or the file that the variable DIAGC_CUBLAS names. Throws Unavailable, and Error where it does not start.
  explicit Cublas(const Stream& stream);
  ~Cublas();
  Cublas(const Cublas&) = delete;

  /// c = a · b for each of `batch` matrices that lie one after the other, all of them row by row without gaps: a has m rows of k numbers, b k
  /// rows of n. In the precision of the numbers, without TF32. Returns before it is done.
  void multiply(std::uint64_t batch, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                const float* a, const float* b, float* c) const;
  void multiply(std::uint64_t batch, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                const std::complex<float>* a, const std::complex<float>* b,
                std::complex<float>* c) const;

 private:
  Device device_;
  void* handle_ = nullptr;
};

}  // namespace diagc::cuda
