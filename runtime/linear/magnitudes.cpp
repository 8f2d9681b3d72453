#include "runtime/linear/magnitudes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "runtime/linear/elements.h"
#include "runtime/system/targets.h"

namespace diagc::linear {

namespace {

template <class Real>
DIAGC_LINEAR_INLINE Real largest_of(const Real* numbers, std::uint64_t count) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  // Magnitudes are in the order of their bits without the sign: integers are compared in vectors.
  constexpr Bits without_sign = std::numeric_limits<Bits>::max();
  constexpr std::uint64_t lanes = 32;
  Bits most[lanes] = {};
  std::uint64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    Bits bits[lanes];
    std::memcpy(bits, numbers + k, sizeof bits);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      const Bits own = bits[lane] & without_sign;
      most[lane] = own > most[lane] ? own : most[lane];
    }
  }
  for (; k < count; ++k) {
    const Bits own = std::bit_cast<Bits>(numbers[k]) & without_sign;
    most[0] = own > most[0] ? own : most[0];
  }
  for (std::uint64_t lane = 1; lane < lanes; ++lane)
    most[0] = most[lane] > most[0] ? most[lane] : most[0];
  return std::bit_cast<Real>(most[0]);
}

template <class Real>
DIAGC_LINEAR_INLINE void multiply_all(Real* numbers, std::uint64_t count, Real first, Real second) {
  for (std::uint64_t k = 0; k < count; ++k) numbers[k] = numbers[k] * first * second;
}

#define DIAGC_LINEAR_MAGNITUDES(name, attributes)                                                \
  template <class Real>                                                                          \
  attributes Real largest_##name(const Real* numbers, std::uint64_t count) {                     \
    return largest_of(numbers, count);                                                           \
  }                                                                                              \
  template <class Real>                                                                          \
  attributes void multiply_##name(Real* numbers, std::uint64_t count, Real first, Real second) { \
    multiply_all(numbers, count, first, second);                                                 \
  }

DIAGC_LINEAR_MAGNITUDES(anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_MAGNITUDES(with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_MAGNITUDES(with_avx512, DIAGC_TARGET_AVX512)
#endif

template <class Real>
struct Functions {
  Real (*largest)(const Real*, std::uint64_t) = largest_anywhere<Real>;
  void (*multiply)(Real*, std::uint64_t, Real, Real) = multiply_anywhere<Real>;
};

template <class Real>
const Functions<Real>& functions() {
  static const Functions<Real> own = [] {
    Functions<Real> best;
#ifdef __x86_64__
    if (runs_avx512())
      best = {largest_with_avx512<Real>, multiply_with_avx512<Real>};
    else if (runs_avx2())
      best = {largest_with_avx2<Real>, multiply_with_avx2<Real>};
#endif
    return best;
  }();
  return own;
}

template <class Real>
Real finite_largest(const Real* numbers, std::uint64_t count) {
  const Real largest = functions<Real>().largest(numbers, count);
  return std::isfinite(largest) ? largest : std::numeric_limits<Real>::infinity();
}

}  // namespace

float largest_magnitude(const float* numbers, std::uint64_t count) {
  return finite_largest(numbers, count);
}
double largest_magnitude(const double* numbers, std::uint64_t count) {
  return finite_largest(numbers, count);
}

void multiply(float* numbers, std::uint64_t count, float first, float second) {
  functions<float>().multiply(numbers, count, first, second);
}
void multiply(double* numbers, std::uint64_t count, double first, double second) {
  functions<double>().multiply(numbers, count, first, second);
}

}  // namespace diagc::linear
