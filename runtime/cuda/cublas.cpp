#include "runtime/cuda/cublas.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "runtime/cuda/optional_library.h"

namespace diagc::cuda {
namespace {

// Of cublas_api.h.
constexpr int cublas_success = 0, as_it_lies = 0, transposed = 1;

template <class Value>
using StridedProduct = int(void* handle, int transposition_a, int transposition_b, int m, int n,
                           int k, const Value* alpha, const Value* a, int lda, long long stride_a,
                           const Value* b, int ldb, long long stride_b, const Value* beta, Value* c,
                           int ldc, long long stride_c, int batch);

struct CublasLibrary {
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*set_stream)(void* handle, api::Stream stream) = nullptr;
  int (*set_workspace)(void* handle, void* workspace, std::size_t bytes) = nullptr;
  StridedProduct<float>* s = nullptr;
  StridedProduct<double>* d = nullptr;
  StridedProduct<std::complex<float>>* c = nullptr;
  StridedProduct<std::complex<double>>* z = nullptr;
  std::string problem;
};

CublasLibrary open_cublas() {
  CublasLibrary library;
  OptionalLibrary opened(
      {.name = "cuBLAS",
       .variable = "DIAGC_CUBLAS",
       .places = {"libcublas.so.13", "libcublas.so.12", "/usr/local/cuda/lib64/libcublas.so"},
       .where_from = "it comes with the CUDA toolkit"});
  opened.take(library.create, "cublasCreate_v2");
  opened.take(library.destroy, "cublasDestroy_v2");
  opened.take(library.set_stream, "cublasSetStream_v2");
  opened.take(library.set_workspace, "cublasSetWorkspace_v2");
  opened.take(library.s, "cublasSgemmStridedBatched");
  opened.take(library.d, "cublasDgemmStridedBatched");
  opened.take(library.c, "cublasCgemmStridedBatched");
  opened.take(library.z, "cublasZgemmStridedBatched");
  library.problem = opened.problem();
  return library;
}

const CublasLibrary& cublas_library() {
  static const CublasLibrary library = open_cublas();
  return library;
}

void check_cublas(int status, const char* call) {
  if (status != cublas_success) throw Error(fmt::format("{}: status {}", call, status), status);
}

/// Rows of matrices that lie row by row are columns to the library, and products change sides.
template <class Value>
void multiply_rows(StridedProduct<Value>* function, void* handle, const CublasProduct& own,
                   const Value* a, const Value* b, Value* c) {
  const auto narrow = [](std::uint64_t size) { return static_cast<int>(size); };
  const auto stride = [](std::uint64_t size) { return static_cast<long long>(size); };
  const auto& [batch, m, n, k, a_by_column, b_by_column] = own;
  const Value one = 1, zero = 0;
  check_cublas(
      function(handle, b_by_column ? transposed : as_it_lies, a_by_column ? transposed : as_it_lies,
               narrow(n), narrow(m), narrow(k), &one, b, narrow(b_by_column ? k : n), stride(k * n),
               a, narrow(a_by_column ? m : k), stride(m * k), &zero, c, narrow(n), stride(m * n),
               narrow(batch)),
      "cublasGemmStridedBatched");
}

}  // namespace

const std::string& why_no_cublas() { return cublas_library().problem; }

Cublas::Cublas(const Stream& stream, api::DevicePointer workspace) : device_(stream.device()) {
  if (!why_no_cublas().empty()) throw Unavailable(why_no_cublas());
  const Device::Current current(device_);
  const CublasLibrary& library = cublas_library();
  check_cublas(library.create(&handle_), "cublasCreate");
  try {
    check_cublas(library.set_stream(handle_, stream.handle()), "cublasSetStream");
    if (workspace != 0) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers
      check_cublas(
          library.set_workspace(handle_, reinterpret_cast<void*>(workspace), workspace_bytes),
          "cublasSetWorkspace");
    }
  } catch (...) {
    library.destroy(handle_);
    throw;
  }
}

Cublas::~Cublas() {
  const Device::Current current(device_);
  cublas_library().destroy(handle_);
}

void Cublas::multiply(const CublasProduct& product, const float* a, const float* b,
                      float* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().s, handle_, product, a, b, c);
}

void Cublas::multiply(const CublasProduct& product, const double* a, const double* b,
                      double* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().d, handle_, product, a, b, c);
}

void Cublas::multiply(const CublasProduct& product, const std::complex<float>* a,
                      const std::complex<float>* b, std::complex<float>* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().c, handle_, product, a, b, c);
}

void Cublas::multiply(const CublasProduct& product, const std::complex<double>* a,
                      const std::complex<double>* b, std::complex<double>* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().z, handle_, product, a, b, c);
}

}  // namespace diagc::cuda
