// Stands for cuBLAS beside the fake driver, whose device memory is the host's: products by their definition, in the order of the stream.
#include <complex>
#include <cstddef>

#include "tests/cuda/fake_driver/stream.h"

namespace {

constexpr int success = 0, not_initialized = 1, invalid_value = 7;

struct Handle {
  CUstream_st* stream = nullptr;
  char* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

/// Matrices lie column by column, as cublasGemmStridedBatched has them. The workspace is written over, as a library may.
template <class T>
int multiply(void* own, int form_a, int form_b, int m, int n, int k, const T* alpha, const T* a,
             int lda, long long stride_a, const T* b, int ldb, long long stride_b, const T* beta,
             T* c, int ldc, long long stride_c, int batch) {
  const Handle* handle = static_cast<const Handle*>(own);
  if (handle == nullptr || handle->stream == nullptr) return not_initialized;
  if (form_a < 0 || form_a > 1 || form_b < 0 || form_b > 1) return invalid_value;
  if (lda < (form_a == 0 ? m : k) || ldb < (form_b == 0 ? k : n) || ldc < m) return invalid_value;
  const T factor = *alpha, kept = *beta;
  handle->stream->put([=, workspace = *handle] {
    for (std::size_t at = 0; at < workspace.workspace_bytes; at += 4096)
      workspace.workspace[at] = 0x7f;
    const auto element = [](const T* matrix, int form, int stride, int row, int column) {
      const std::ptrdiff_t wide = stride;
      return form == 0 ? matrix[column * wide + row] : matrix[row * wide + column];
    };
    for (int number = 0; number < batch; ++number) {
      for (int column = 0; column < n; ++column) {
        for (int row = 0; row < m; ++row) {
          T sum = 0;
          for (int inner = 0; inner < k; ++inner)
            sum += element(a + number * stride_a, form_a, lda, row, inner) *
                   element(b + number * stride_b, form_b, ldb, inner, column);
          T& to = c[number * stride_c + std::ptrdiff_t{column} * ldc + row];
          to = kept == T(0) ? factor * sum : factor * sum + kept * to;
        }
      }
    }
  });
  return success;
}

}  // namespace

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

int cublasCreate_v2(void** handle) {
  *handle = new Handle;
  return success;
}

int cublasDestroy_v2(void* handle) {
  delete static_cast<Handle*>(handle);
  return success;
}

int cublasSetStream_v2(void* handle, CUstream_st* stream) {
  *static_cast<Handle*>(handle) = {stream};
  return success;
}

int cublasSetWorkspace_v2(void* handle, void* workspace, std::size_t bytes) {
  Handle& own = *static_cast<Handle*>(handle);
  own.workspace = static_cast<char*>(workspace);
  own.workspace_bytes = bytes;
  return success;
}

#define DIAGC_FAKE_PRODUCT(name, T)                                                                \
  int name(void* handle, int form_a, int form_b, int m, int n, int k, const T* alpha, const T* a,  \
           int lda, long long stride_a, const T* b, int ldb, long long stride_b, const T* beta,    \
           T* c, int ldc, long long stride_c, int batch) {                                         \
    return multiply<T>(handle, form_a, form_b, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, \
                       beta, c, ldc, stride_c, batch);                                             \
  }

DIAGC_FAKE_PRODUCT(cublasSgemmStridedBatched, float)
DIAGC_FAKE_PRODUCT(cublasDgemmStridedBatched, double)
DIAGC_FAKE_PRODUCT(cublasCgemmStridedBatched, std::complex<float>)
DIAGC_FAKE_PRODUCT(cublasZgemmStridedBatched, std::complex<double>)

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
