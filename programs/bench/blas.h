// Matrix products of OpenBLAS, opened at run time: what contractions are measured against, on one thread.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

namespace diagc::bench {

class Blas {
 public:
  /// Opens libopenblas.so.0; throws Failure, which names the package, where it is not there.
  Blas();

  /// c = a · b, all in C order without gaps: a is m × k, b k × n.
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, const float* a, const float* b,
                float* c) const;
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, const std::complex<float>* a,
                const std::complex<float>* b, std::complex<float>* c) const;

 private:
  using Real = void(int, int, int, int, int, int, float, const float*, int, const float*, int,
                    float, float*, int);
  using Complex = void(int, int, int, int, int, int, const void*, const void*, int, const void*,
                       int, const void*, void*, int);
  Real* sgemm_ = nullptr;
  Complex* cgemm_ = nullptr;
};

}  // namespace diagc::bench
