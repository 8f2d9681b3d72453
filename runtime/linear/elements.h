// The arithmetic of panels: for each kind of element how values lie in them, and a block of sums of products.
//
// A panel of lanes has for each summed value one or two planes of L numbers; a panel of rows has the numbers of each row one after the other.
#pragma once

#include <bit>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/linear/contract.h"

namespace diagc::linear {

/// What is inlined into functions for processors that have other instructions.
#define DIAGC_LINEAR_INLINE __attribute__((always_inline)) inline

/// Vectors of 64 bytes; compilers split them where registers are shorter.
template <class T>
struct Vector {
  typedef T Type __attribute__((vector_size(64), aligned(8)));
  static constexpr std::size_t lanes = 64 / sizeof(T);
};

/// Real numbers, N vectors of them side by side.
template <class T, std::size_t N>
struct RealElement {
  using Value = T;
  using Number = T;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t planes = 1;
  static constexpr std::size_t lanes = N * Vector<T>::lanes;
  struct Sum {
    V part[N];
  };
  explicit RealElement(std::uint32_t) {}
  static DIAGC_LINEAR_INLINE void put(Number* plane, std::size_t, Value value) { *plane = value; }
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (V& part : sum.part) part = V{};
  }
  /// One number times all lanes.
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Number* one, const Number* many, std::size_t) const {
    for (std::size_t n = 0; n < N; ++n) {
      V lane;
      std::memcpy(&lane, many + n * Vector<T>::lanes, sizeof lane);
      sum.part[n] += lane * one[0];
    }
  }
  /// Lane by lane.
  DIAGC_LINEAR_INLINE void add_lanes(Sum& sum, const Number* a, std::size_t, const Number* b,
                                     std::size_t) const {
    for (std::size_t n = 0; n < N; ++n) {
      V x, y;
      std::memcpy(&x, a + n * Vector<T>::lanes, sizeof x);
      std::memcpy(&y, b + n * Vector<T>::lanes, sizeof y);
      sum.part[n] += x * y;
    }
  }
  DIAGC_LINEAR_INLINE void get(const Sum& sum, Value* values) const {
    std::memcpy(values, &sum, sizeof sum);
  }
  DIAGC_LINEAR_INLINE Value plus(Value a, Value b) const { return a + b; }
};

/// Complex numbers, real and imaginary parts in planes of their own.
template <class T, std::size_t N>
struct ComplexElement {
  using Value = std::complex<T>;
  using Number = T;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t planes = 2;
  static constexpr std::size_t lanes = N * Vector<T>::lanes;
  struct Sum {
    V re[N], im[N];
  };
  explicit ComplexElement(std::uint32_t) {}
  static DIAGC_LINEAR_INLINE void put(Number* plane, std::size_t stride, Value value) {
    plane[0] = value.real();
    plane[stride] = value.imag();
  }
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.re[n] = sum.im[n] = V{};
  }
  static DIAGC_LINEAR_INLINE V load(const Number* numbers) {
    V lane;
    std::memcpy(&lane, numbers, sizeof lane);
    return lane;
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Number* one, const Number* many,
                               std::size_t stride) const {
    for (std::size_t n = 0; n < N; ++n) {
      const V re = load(many + n * Vector<T>::lanes),
              im = load(many + stride + n * Vector<T>::lanes);
      sum.re[n] += re * one[0];
      sum.re[n] -= im * one[1];
      sum.im[n] += im * one[0];
      sum.im[n] += re * one[1];
    }
  }
  DIAGC_LINEAR_INLINE void add_lanes(Sum& sum, const Number* a, std::size_t stride_a,
                                     const Number* b, std::size_t stride_b) const {
    for (std::size_t n = 0; n < N; ++n) {
      const V ar = load(a + n * Vector<T>::lanes), ai = load(a + stride_a + n * Vector<T>::lanes);
      const V br = load(b + n * Vector<T>::lanes), bi = load(b + stride_b + n * Vector<T>::lanes);
      sum.re[n] += ar * br;
      sum.re[n] -= ai * bi;
      sum.im[n] += ai * br;
      sum.im[n] += ar * bi;
    }
  }
  DIAGC_LINEAR_INLINE void get(const Sum& sum, Value* values) const {
    for (std::size_t n = 0; n < N; ++n) {
      for (std::size_t lane = 0; lane < Vector<T>::lanes; ++lane) {
        values[n * Vector<T>::lanes + lane] = {sum.re[n][lane], sum.im[n][lane]};
      }
    }
  }
  DIAGC_LINEAR_INLINE Value plus(Value a, Value b) const { return a + b; }
};

/// Remainders: products are below 2^62; sums are kept below 2^63 by taking off a multiple of the prime.
struct ResidueElement {
  using Value = Residue;
  using Number = std::uint64_t;
  static constexpr std::size_t planes = 1;
  static constexpr std::size_t lanes = 16;
  struct Sum {
    std::uint64_t part[lanes];
  };
  explicit ResidueElement(std::uint32_t prime)
      : prime_(prime), bound_(2 * (std::uint64_t{prime} * prime)) {}
  static DIAGC_LINEAR_INLINE void put(Number* plane, std::size_t, Value value) {
    *plane = value.value;
  }
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::uint64_t& part : sum.part) part = 0;
  }
  DIAGC_LINEAR_INLINE void add_product(std::uint64_t& sum, Number a, Number b) const {
    sum += a * b;
    sum = sum >= bound_ ? sum - bound_ : sum;
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Number* one, const Number* many, std::size_t) const {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      add_product(sum.part[lane], one[0], many[lane]);
  }
  DIAGC_LINEAR_INLINE void add_lanes(Sum& sum, const Number* a, std::size_t, const Number* b,
                                     std::size_t) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) add_product(sum.part[lane], a[lane], b[lane]);
  }
  DIAGC_LINEAR_INLINE void get(const Sum& sum, Value* values) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      values[lane].value = static_cast<std::uint32_t>(sum.part[lane] % prime_);
    }
  }
  DIAGC_LINEAR_INLINE Value plus(Value a, Value b) const {
    const std::uint32_t sum = a.value + b.value;
    return {sum >= prime_ ? sum - prime_ : sum};
  }

 private:
  std::uint32_t prime_;
  std::uint64_t bound_;
};

/// Max-plus: the plane of maxima holds doubles, that of their numbers whole numbers in the same 64 bits.
struct TropicalElement {
  using Value = Tropical;
  using Number = std::uint64_t;
  static constexpr std::size_t planes = 2;
  static constexpr std::size_t lanes = 8;
  struct Sum {
    double max[lanes];
    std::uint64_t count[lanes];
  };
  explicit TropicalElement(std::uint32_t prime) : prime_(prime) {}
  static DIAGC_LINEAR_INLINE void put(Number* plane, std::size_t stride, Value value) {
    plane[0] = std::bit_cast<std::uint64_t>(value.max);
    plane[stride] = value.count;
  }
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sum.max[lane] = -std::numeric_limits<double>::infinity();
      sum.count[lane] = 0;
    }
  }
  DIAGC_LINEAR_INLINE void add_product(Sum& sum, std::size_t lane, double max, Number count_a,
                                       Number count_b) const {
    if (max < sum.max[lane]) return;
    const std::uint64_t count = count_a * count_b % prime_;
    if (max > sum.max[lane]) {
      sum.max[lane] = max;
      sum.count[lane] = count;
    } else {
      const std::uint64_t both = sum.count[lane] + count;
      sum.count[lane] = both >= prime_ ? both - prime_ : both;
    }
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Number* one, const Number* many,
                               std::size_t stride) const {
    const auto max = std::bit_cast<double>(one[0]);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      add_product(sum, lane, max + std::bit_cast<double>(many[lane]), one[1], many[stride + lane]);
    }
  }
  DIAGC_LINEAR_INLINE void add_lanes(Sum& sum, const Number* a, std::size_t stride_a,
                                     const Number* b, std::size_t stride_b) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      add_product(sum, lane, std::bit_cast<double>(a[lane]) + std::bit_cast<double>(b[lane]),
                  a[stride_a + lane], b[stride_b + lane]);
    }
  }
  DIAGC_LINEAR_INLINE void get(const Sum& sum, Value* values) const {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      values[lane] = {sum.max[lane], static_cast<std::uint32_t>(sum.count[lane])};
    }
  }
  DIAGC_LINEAR_INLINE Value plus(Value a, Value b) const {
    if (a.max != b.max) return a.max > b.max ? a : b;
    const std::uint64_t both = std::uint64_t{a.count} + b.count;
    return {a.max, static_cast<std::uint32_t>(both >= prime_ ? both - prime_ : both)};
  }

 private:
  std::uint32_t prime_;
};

}  // namespace diagc::linear
