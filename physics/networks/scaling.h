// Powers of two of arrays: what keeps floating-point values of a contraction near 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include "runtime/linear/contract.h"
#include "runtime/linear/magnitudes.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

/// Whether arrays of such elements carry a power of two.
template <class Value>
inline constexpr bool has_scale =
    !std::is_same_v<Value, linear::Residue> && !std::is_same_v<Value, linear::Tropical>;

inline double magnitude(float x) { return std::abs(x); }
inline double magnitude(double x) { return std::abs(x); }
/// The larger part: a power of two is all that is wanted.
inline double magnitude(std::complex<float> z) {
  return std::max(std::abs(z.real()), std::abs(z.imag()));
}
inline double magnitude(std::complex<double> z) {
  return std::max(std::abs(z.real()), std::abs(z.imag()));
}

template <class Value>
bool is_finite(const Value& value) {
  return std::isfinite(std::real(value)) && std::isfinite(std::imag(value));
}

/// Times 2^exponent, exactly but where it underflows or overflows.
template <class Value>
class PowerOfTwo {
 public:
  using Real = decltype(std::abs(Value()));
  explicit PowerOfTwo(int exponent) {
    constexpr int most = std::numeric_limits<Real>::max_exponent - 2;
    const int first = std::clamp(exponent, -most, most);
    factors_[0] = std::ldexp(Real(1), first);
    factors_[1] = std::ldexp(Real(1), std::clamp(exponent - first, -most, most));
  }
  Real first() const { return factors_[0]; }
  Real second() const { return factors_[1]; }

 private:
  Real factors_[2];
};

inline constexpr std::uint64_t elements_of_part = 1 << 16;

/// Calls body(begin, end) for all of 0 … count − 1.
inline void in_parts(std::uint64_t count, unsigned threads,
                     const std::function<void(std::uint64_t, std::uint64_t)>& body) {
  const std::uint64_t parts = (count + elements_of_part - 1) / elements_of_part;
  if (parts < 2 || threads < 2) return body(0, count);
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    body(part * elements_of_part, std::min(count, (part + 1) * elements_of_part));
  });
}

/// The exponent of the largest number; 0 where all are 0 or one is not finite.
template <class Value>
int largest_exponent(const Value* values, std::uint64_t count, unsigned threads) {
  using Real = decltype(std::abs(Value()));
  constexpr std::uint64_t parts = sizeof(Value) / sizeof(Real);
  std::vector<Real> largest((count + elements_of_part - 1) / elements_of_part);
  in_parts(count, threads, [&](std::uint64_t begin, std::uint64_t end) {
    largest[begin / elements_of_part] = linear::largest_magnitude(
        reinterpret_cast<const Real*>(values) + begin * parts, (end - begin) * parts);
  });
  const Real most = largest.empty() ? 0 : *std::ranges::max_element(largest);
  if (most == 0 || !std::isfinite(most)) return 0;
  return std::ilogb(most);
}

/// Brings the largest number to [1, 2) where it is further from 1 than `tolerance` powers of two; returns what was taken out.
template <class Value>
int scale(Value* values, std::uint64_t count, int tolerance, unsigned threads) {
  if constexpr (has_scale<Value>) {
    const int exponent = largest_exponent(values, count, threads);
    if (std::abs(exponent) <= tolerance) return 0;
    using Real = decltype(std::abs(Value()));
    constexpr std::uint64_t parts = sizeof(Value) / sizeof(Real);
    const PowerOfTwo<Value> times(-exponent);
    in_parts(count, threads, [&](std::uint64_t begin, std::uint64_t end) {
      linear::multiply(reinterpret_cast<Real*>(values) + begin * parts, (end - begin) * parts,
                       times.first(), times.second());
    });
    return exponent;
  }
  return 0;
}

/// How far from 1, as powers of two, values that all slices read may be without being measured, and others by half of it when some of their elements
/// are looked at.
template <class Value>
inline constexpr int most_exponent = sizeof(decltype(std::abs(Value()))) == 4 ? 40 : 400;

/// Sums of products are in range where they are known to be less than this power of two.
template <class Value>
inline constexpr int most_bound = sizeof(decltype(std::abs(Value()))) == 4 ? 120 : 1000;

/// The exponent of the largest of some elements, spread over the array.
template <class Value>
int seen_exponent(const Value* values, std::uint64_t count) {
  constexpr std::uint64_t stretches = 16, of_stretch = 64;
  double most = 0;
  for (std::uint64_t s = 0; s < stretches; ++s) {
    const std::uint64_t begin = count / stretches * s;
    for (std::uint64_t k = begin; k < std::min(count, begin + of_stretch); ++k)
      most = std::max(most, magnitude(values[k]));
  }
  return most > 0 && std::isfinite(most) ? std::ilogb(most) : std::numeric_limits<int>::min();
}

}  // namespace diagc::networks
