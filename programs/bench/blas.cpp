#include "programs/bench/blas.h"

#include <dlfcn.h>

#include "programs/command/command.h"
#include "runtime/system/shared_library.h"

namespace diagc::bench {

namespace {

// Values of cblas.h.
constexpr int row_major = 101, no_transpose = 111;

}  // namespace

Blas::Blas() {
  const OpenedLibrary library = open_first({"libopenblas.so.0"});
  if (library.handle == nullptr) {
    throw Failure(
        "found no libopenblas.so.0, expected it: contractions are measured against OpenBLAS "
        "(apt-get install libopenblas0-pthread)");
  }
  sgemm_ = reinterpret_cast<Real*>(::dlsym(library.handle, "cblas_sgemm"));
  cgemm_ = reinterpret_cast<Complex*>(::dlsym(library.handle, "cblas_cgemm"));
  auto* threads =
      reinterpret_cast<void (*)(int)>(::dlsym(library.handle, "openblas_set_num_threads"));
  if (sgemm_ == nullptr || cgemm_ == nullptr || threads == nullptr)
    throw Failure("found a libopenblas.so.0 without cblas_sgemm and openblas_set_num_threads");
  threads(1);
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, const float* a,
                    const float* b, float* c) const {
  const auto rows = static_cast<int>(m), columns = static_cast<int>(n), inner = static_cast<int>(k);
  sgemm_(row_major, no_transpose, no_transpose, rows, columns, inner, 1, a, inner, b, columns, 0, c,
         columns);
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, const std::complex<float>* a,
                    const std::complex<float>* b, std::complex<float>* c) const {
  const auto rows = static_cast<int>(m), columns = static_cast<int>(n), inner = static_cast<int>(k);
  const std::complex<float> one = 1, zero = 0;
  cgemm_(row_major, no_transpose, no_transpose, rows, columns, inner, &one, a, inner, b, columns,
         &zero, c, columns);
}

}  // namespace diagc::bench
