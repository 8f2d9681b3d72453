#include "runtime/linear/blas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "runtime/system/shared_library.h"
#include "runtime/system/targets.h"

namespace diagc::linear {

namespace {

// Values of cblas.h.
constexpr int row_major = 101, as_it_lies = 111, transposed = 112;

template <class Value>
int transposition(const Matrix<Value>& matrix) {
  return matrix.is_transposed ? transposed : as_it_lies;
}

int narrow(std::uint64_t size) { return static_cast<int>(size); }

template <class T, class Product>
void multiply_real(Product* product, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                   const Matrix<T>& a, const Matrix<T>& b, bool adds, T* c, std::uint64_t stride) {
  product(row_major, transposition(a), transposition(b), narrow(m), narrow(n), narrow(k), T(1),
          a.first, narrow(a.stride), b.first, narrow(b.stride), T(adds ? 1 : 0), c, narrow(stride));
}

template <class Value, class Product>
void multiply_complex(Product* product, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                      const Matrix<Value>& a, const Matrix<Value>& b, bool adds, Value* c,
                      std::uint64_t stride) {
  const Value one = 1, old = adds ? 1 : 0;
  product(row_major, transposition(a), transposition(b), narrow(m), narrow(n), narrow(k), &one,
          a.first, narrow(a.stride), b.first, narrow(b.stride), &old, c, narrow(stride));
}

/// The kernels of OpenBLAS for what this processor can do; null where the library is to choose.
const char* kernels_for_this_processor() {
  return runs_avx512() ? "SkylakeX" : runs_avx2() ? "Haswell" : nullptr;
}

/// The library chooses its kernels when it is loaded, by the processor's model, and takes its oldest ones, a quarter as fast, for a model
/// that is younger than the library. A variable that the user has set stays.
void choose_kernels() {
  if (const char* kernels = kernels_for_this_processor()) ::setenv("OPENBLAS_CORETYPE", kernels, 0);
}

/// Why the library's kernels are not worth calling: it was loaded before, by someone who did not choose. Empty where they are.
std::string objection_to_kernels(void* library) {
  const char* best = kernels_for_this_processor();
  const auto name = reinterpret_cast<const char* (*)()>(::dlsym(library, "openblas_get_corename"));
  if (best == nullptr || name == nullptr) return {};
  const std::string_view taken = name();
  if (taken != "Prescott" && taken != "Core2" && taken != "Nehalem") return {};
  return fmt::format(
      "it runs its kernels for {}; the environment variable OPENBLAS_CORETYPE={} makes it take "
      "those for this processor",
      taken, best);
}

}  // namespace

std::string Blas::open(Blas& blas) {
  choose_kernels();
  const char* given = std::getenv("DIAGC_OPENBLAS");
  const std::string name = given != nullptr && *given != '\0' ? given : "libopenblas.so.0";
  const OpenedLibrary library = open_first({name}, [](void* handle, const auto&) {
    for (const char* function :
         {"cblas_sgemm", "cblas_dgemm", "cblas_cgemm", "cblas_zgemm", "openblas_set_num_threads"}) {
      if (::dlsym(handle, function) == nullptr) return fmt::format("it has no {}", function);
    }
    return objection_to_kernels(handle);
  });
  if (library.handle == nullptr) {
    return library.reasons.empty()
               ? fmt::format("found no {}, expected it", name)
               : fmt::format("found a {} that does not serve ({}), expected OpenBLAS", name,
                             library.reasons.front());
  }
  const auto take = [&]<class F>(F*& function, const char* name) {
    function = reinterpret_cast<F*>(::dlsym(library.handle, name));
  };
  take(blas.sgemm_, "cblas_sgemm");
  take(blas.dgemm_, "cblas_dgemm");
  take(blas.cgemm_, "cblas_cgemm");
  take(blas.zgemm_, "cblas_zgemm");
  void (*set_threads)(int) = nullptr;
  take(set_threads, "openblas_set_num_threads");
  // Threads take blocks of a result, each of them computed by one thread: bits do not depend on their number.
  set_threads(1);
  return {};
}

const Blas* Blas::shared() {
  if (!absence().empty()) return nullptr;
  return &instance();
}

const std::string& Blas::absence() {
  static const std::string reason = open(instance());
  return reason;
}

Blas& Blas::instance() {
  static Blas blas;
  return blas;
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<float> a,
                    Matrix<float> b, bool adds, float* c, std::uint64_t stride) const {
  multiply_real(sgemm_, m, n, k, a, b, adds, c, stride);
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k, Matrix<double> a,
                    Matrix<double> b, bool adds, double* c, std::uint64_t stride) const {
  multiply_real(dgemm_, m, n, k, a, b, adds, c, stride);
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k,
                    Matrix<std::complex<float>> a, Matrix<std::complex<float>> b, bool adds,
                    std::complex<float>* c, std::uint64_t stride) const {
  multiply_complex(cgemm_, m, n, k, a, b, adds, c, stride);
}

void Blas::multiply(std::uint64_t m, std::uint64_t n, std::uint64_t k,
                    Matrix<std::complex<double>> a, Matrix<std::complex<double>> b, bool adds,
                    std::complex<double>* c, std::uint64_t stride) const {
  multiply_complex(zgemm_, m, n, k, a, b, adds, c, stride);
}

}  // namespace diagc::linear
