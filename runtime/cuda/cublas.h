#pragma once

// Matrix products of cuBLAS, which is opened at run time where it is installed. Nothing needs it.

#include <complex>
#include <cstdint>
#include <string>

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

/// Empty where Cublas works, else why there is none.
const std::string& why_no_cublas();

/// c = a · b for each of `batch` matrices that lie one after the other without gaps. a has m rows of k numbers, b has k rows of n, c has m rows of
/// n; all lie row by row, but a with `a_by_column`, and b with `b_by_column`, column by column.
struct CublasProduct {
  std::uint64_t batch = 1, m = 1, n = 1, k = 1;
  bool a_by_column = false, b_by_column = false;
};

/// A handle of cuBLAS on a stream; for one thread at a time.
class Cublas {
 public:
  /// Of a device, for what products hold in between: what NVIDIA recommends from sm_90 on.
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20U;

  /// The library libcublas.so.13 or .12, or the file that the variable DIAGC_CUBLAS names. `workspace`: memory of the device of workspace_bytes,
  /// 0: the library allocates its own. Throws Unavailable, and Error where it does not start.
  explicit Cublas(const Stream& stream, api::DevicePointer workspace = 0);
  ~Cublas();
  Cublas(const Cublas&) = delete;

  /// In the precision of the numbers, without TF32. Returns before it is done.
  void multiply(const CublasProduct& product, const float* a, const float* b, float* c) const;
  void multiply(const CublasProduct& product, const double* a, const double* b, double* c) const;
  void multiply(const CublasProduct& product, const std::complex<float>* a,
                const std::complex<float>* b, std::complex<float>* c) const;
  void multiply(const CublasProduct& product, const std::complex<double>* a,
                const std::complex<double>* b, std::complex<double>* c) const;

 private:
  Device device_;
  void* handle_ = nullptr;
};

}  // namespace diagc::cuda
