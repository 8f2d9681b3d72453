#include "runtime/cuda/cublas.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "runtime/system/shared_library.h"

namespace diagc::cuda {
namespace {

// Of cublas_api.h.
constexpr int cublas_success = 0, as_it_lies = 0;

template <class Value>
using StridedProduct = int(void* handle, int transposition_a, int transposition_b, int m, int n,
                           int k, const Value* alpha, const Value* a, int lda, long long stride_a,
                           const Value* b, int ldb, long long stride_b, const Value* beta, Value* c,
                           int ldc, long long stride_c, int batch);

struct CublasLibrary {
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*set_stream)(void* handle, api::Stream stream) = nullptr;
  StridedProduct<float>* real = nullptr;
  StridedProduct<std::complex<float>>* complex = nullptr;
  std::string problem;
};

CublasLibrary open_cublas() {
  CublasLibrary library;
  const char* given = std::getenv("DIAGC_CUBLAS");
  std::vector<std::filesystem::path> places{"libcublas.so.13", "libcublas.so.12",
                                            "/usr/local/cuda/lib64/libcublas.so"};
  if (given && *given) places = {given};
  const OpenedLibrary opened = open_first(places);
  if (!opened.handle && opened.reasons.empty()) {
    std::vector<std::string> names;
    for (const std::filesystem::path& place : places) names.push_back(place.string());
    library.problem = fmt::format(
        "no cuBLAS ({} not found): it comes with the CUDA toolkit; DIAGC_CUBLAS can name the file",
        fmt::join(names, ", "));
    return library;
  }
  if (!opened.handle) {
    library.problem =
        fmt::format("no cuBLAS: {}; DIAGC_CUBLAS can name another file", opened.reasons.front());
    return library;
  }
  const auto take = [&]<class F>(F*& function, const char* name) {
    function = reinterpret_cast<F*>(dlsym(opened.handle, name));
    if (!function)
      library.problem = fmt::format("no cuBLAS: {} has no {}; DIAGC_CUBLAS can name another file",
                                    opened.place.string(), name);
  };
  take(library.create, "cublasCreate_v2");
  take(library.destroy, "cublasDestroy_v2");
  take(library.set_stream, "cublasSetStream_v2");
  take(library.real, "cublasSgemmStridedBatched");
  take(library.complex, "cublasCgemmStridedBatched");
  return library;
}

const CublasLibrary& cublas_library() {
  static const CublasLibrary library = open_cublas();
  return library;
}

void check_cublas(int status, const char* call) {
  if (status != cublas_success) throw Error(fmt::format("{}: status {}", call, status), status);
}

/// Of matrices that lie row by row, which are the transposed ones of matrices that lie column by column.
template <class Value>
void multiply_rows(StridedProduct<Value>* product, void* handle, std::uint64_t batch,
                   std::uint64_t m, std::uint64_t n, std::uint64_t k, const Value* a,
                   const Value* b, Value* c) {
  const auto narrow = [](std::uint64_t size) { return static_cast<int>(size); };
  const auto stride = [](std::uint64_t size) { return static_cast<long long>(size); };
  const Value one = 1, zero = 0;
  check_cublas(product(handle, as_it_lies, as_it_lies, narrow(n), narrow(m), narrow(k), &one, b,
                       narrow(n), stride(k * n), a, narrow(k), stride(m * k), &zero, c, narrow(n),
                       stride(m * n), narrow(batch)),
               "cublasGemmStridedBatched");
}

}  // namespace

const std::string& why_no_cublas() { return cublas_library().problem; }

Cublas::Cublas(const Stream& stream) : device_(stream.device()) {
  if (!why_no_cublas().empty()) throw Unavailable(why_no_cublas());
  const Device::Current current(device_);
  check_cublas(cublas_library().create(&handle_), "cublasCreate");
  check_cublas(cublas_library().set_stream(handle_, stream.handle()), "cublasSetStream");
}

Cublas::~Cublas() {
  const Device::Current current(device_);
  cublas_library().destroy(handle_);
}

void Cublas::multiply(std::uint64_t batch, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                      const float* a, const float* b, float* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().real, handle_, batch, m, n, k, a, b, c);
}

void Cublas::multiply(std::uint64_t batch, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                      const std::complex<float>* a, const std::complex<float>* b,
                      std::complex<float>* c) const {
  const Device::Current current(device_);
  multiply_rows(cublas_library().complex, handle_, batch, m, n, k, a, b, c);
}

}  // namespace diagc::cuda
