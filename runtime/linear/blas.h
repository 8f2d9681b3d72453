// Matrix products of OpenBLAS, which is opened at run time where it is installed. Nothing needs it.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

namespace diagc::linear {

/// A matrix in memory: rows `stride` elements apart, or, where transposed, columns.
template <class Value>
struct Matrix {
  const Value* first = nullptr;
  std::uint64_t stride = 0;
  bool is_transposed = false;
};

class Blas {
 public:
  /// Strides and sizes are at most this.
  static constexpr std::uint64_t most = (std::uint64_t{1} << 31U) - 1;

  /// The library `libopenblas.so.0`, or the one that DIAGC_OPENBLAS names, set to one thread; null where it does not open, or runs kernels
  /// without the vectors of this processor. Opened at the first call, which sets OPENBLAS_CORETYPE where it is not set: before other
  /// threads of the process read the environment.
  static const Blas* shared();
  /// Why shared() is null; empty where it is not.
  static const std::string& absence();

  /// c = a · b, or c + a · b where `adds`: a has m rows, b n columns; rows of c are `stride` elements apart.
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<float> a, Matrix<float> b,
                bool adds, float* c, std::uint64_t stride) const;
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<double> a,
                Matrix<double> b, bool adds, double* c, std::uint64_t stride) const;
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<std::complex<float>> a,
                Matrix<std::complex<float>> b, bool adds, std::complex<float>* c,
                std::uint64_t stride) const;
  void multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<std::complex<double>> a,
                Matrix<std::complex<double>> b, bool adds, std::complex<double>* c,
                std::uint64_t stride) const;

 private:
  template <class T>
  using Real = void(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
  using Complex = void(int, int, int, int, int, int, const void*, const void*, int, const void*,
                       int, const void*, void*, int);

  Blas() = default;
  static Blas& instance();
  /// Why there is none.
  static std::string open(Blas& blas);

  Real<float>* sgemm_ = nullptr;
  Real<double>* dgemm_ = nullptr;
  Complex *cgemm_ = nullptr, *zgemm_ = nullptr;
};

}  // namespace diagc::linear
