// Stands for OpenBLAS where that is not installed: the functions of cblas.h that diagc calls, by their definition.
#include <complex>
#include <cstddef>
#include <cstdlib>

namespace {

constexpr int row_major = 101, transposed = 112;

template <class T>
T element(const T* matrix, int form, int stride, int row, int column) {
  const std::ptrdiff_t wide = stride;
  return form == transposed ? matrix[column * wide + row] : matrix[row * wide + column];
}

template <class T>
void multiply(int layout, int form_a, int form_b, int m, int n, int k, T alpha, const T* a,
              int stride_a, const T* b, int stride_b, T beta, T* c, int stride_c) {
  if (layout != row_major) return;
  for (int row = 0; row < m; ++row) {
    T* to = c + std::ptrdiff_t{row} * stride_c;
    for (int column = 0; column < n; ++column) to[column] = beta == T(0) ? T(0) : beta * to[column];
    for (int inner = 0; inner < k; ++inner) {
      const T factor = alpha * element(a, form_a, stride_a, row, inner);
      for (int column = 0; column < n; ++column)
        to[column] += factor * element(b, form_b, stride_b, inner, column);
    }
  }
}

template <class T>
void multiply_complex(int layout, int form_a, int form_b, int m, int n, int k, const void* alpha,
                      const void* a, int stride_a, const void* b, int stride_b, const void* beta,
                      void* c, int stride_c) {
  multiply(layout, form_a, form_b, m, n, k, *static_cast<const T*>(alpha), static_cast<const T*>(a),
           stride_a, static_cast<const T*>(b), stride_b, *static_cast<const T*>(beta),
           static_cast<T*>(c), stride_c);
}

}  // namespace

extern "C" {

void openblas_set_num_threads(int) {}

// As OpenBLAS, unless FAKE_OPENBLAS_LOADED says which kernels someone else has made it take before.
const char* openblas_get_corename() {
  const char* loaded = std::getenv("FAKE_OPENBLAS_LOADED");
  const char* chosen = loaded != nullptr ? loaded : std::getenv("OPENBLAS_CORETYPE");
  return chosen != nullptr ? chosen : "Prescott";
}

void cblas_sgemm(int layout, int form_a, int form_b, int m, int n, int k, float alpha,
                 const float* a, int stride_a, const float* b, int stride_b, float beta, float* c,
                 int stride_c) {
  multiply(layout, form_a, form_b, m, n, k, alpha, a, stride_a, b, stride_b, beta, c, stride_c);
}

void cblas_dgemm(int layout, int form_a, int form_b, int m, int n, int k, double alpha,
                 const double* a, int stride_a, const double* b, int stride_b, double beta,
                 double* c, int stride_c) {
  multiply(layout, form_a, form_b, m, n, k, alpha, a, stride_a, b, stride_b, beta, c, stride_c);
}

void cblas_cgemm(int layout, int form_a, int form_b, int m, int n, int k, const void* alpha,
                 const void* a, int stride_a, const void* b, int stride_b, const void* beta,
                 void* c, int stride_c) {
  multiply_complex<std::complex<float>>(layout, form_a, form_b, m, n, k, alpha, a, stride_a, b,
                                        stride_b, beta, c, stride_c);
}

void cblas_zgemm(int layout, int form_a, int form_b, int m, int n, int k, const void* alpha,
                 const void* a, int stride_a, const void* b, int stride_b, const void* beta,
                 void* c, int stride_c) {
  multiply_complex<std::complex<double>>(layout, form_a, form_b, m, n, k, alpha, a, stride_a, b,
                                         stride_b, beta, c, stride_c);
}
}
