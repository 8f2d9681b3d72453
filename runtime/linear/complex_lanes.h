// Complex lanes of tiles and panels. Sums stay in registers as they are written, and every product is added in two steps: first that with
// the factor's real part, then that with its imaginary part. All forms give the same bits.
#pragma once

#include <complex>
#include <cstring>
#include <utility>

#include "runtime/linear/lanes.h"

namespace diagc::linear {

/// Which of the numbers of two vectors that lie one behind the other a vector of their real (0) or imaginary parts (1) has as its k-th one, and which of
/// the numbers of such vectors the first (0) or second (1) one had. Numbers move within pieces of 16 bytes, which processors do in one instruction.
template <class T>
constexpr int of_parts(int k, int imaginary) {
  constexpr int piece = 16 / sizeof(T), half = piece / 2, all = Vector<T>::lanes;
  return k / piece * piece + k % half * 2 + imaginary + (k % piece < half ? 0 : all);
}
template <class T>
constexpr int of_turns(int k, int second) {
  constexpr int piece = 16 / sizeof(T), half = piece / 2, all = Vector<T>::lanes;
  return k / piece * piece + k % piece / 2 + second * half + k % 2 * all;
}

/// N vectors of real and N of imaginary parts, which are put apart as they are read.
template <class T, std::size_t N>
struct PartLanes {
  using Value = std::complex<T>;
  using Factor = Value;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = N * Vector<T>::lanes;
  struct Read {
    V re[N], im[N];
  };
  using Sum = Read;
  explicit PartLanes(std::uint32_t) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.re[n] = sum.im[n] = -V{};
  }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    for (std::size_t n = 0; n < N; ++n) {
      V first, second;
      const T* own = reinterpret_cast<const T*>(from) + 2 * n * Vector<T>::lanes;
      std::memcpy(&first, own, sizeof first);
      std::memcpy(&second, own + Vector<T>::lanes, sizeof second);
      lanes.re[n] = parts<0>(first, second, Numbers());
      lanes.im[n] = parts<1>(first, second, Numbers());
    }
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Value& factor) const {
    const T re = reinterpret_cast<const T*>(&factor)[0],
            im = reinterpret_cast<const T*>(&factor)[1];
    for (std::size_t n = 0; n < N; ++n) {
      sum.re[n] += lanes.re[n] * re;
      sum.im[n] += lanes.im[n] * re;
    }
    for (std::size_t n = 0; n < N; ++n) {
      sum.re[n] -= lanes.im[n] * im;
      sum.im[n] += lanes.re[n] * im;
    }
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const {
    for (std::size_t n = 0; n < N; ++n) {
      const V first = turns<0>(sum.re[n], sum.im[n], Numbers()),
              second = turns<1>(sum.re[n], sum.im[n], Numbers());
      T* own = reinterpret_cast<T*>(to) + 2 * n * Vector<T>::lanes;
      std::memcpy(own, &first, sizeof first);
      std::memcpy(own + Vector<T>::lanes, &second, sizeof second);
    }
  }
  /// Vectors of parts one behind the other.
  DIAGC_LINEAR_INLINE void read_parts(Read& lanes, const Value* from) const {
    std::memcpy(&lanes, from, sizeof lanes);
  }
  DIAGC_LINEAR_INLINE void write_parts(const Read& lanes, Value* to) const {
    std::memcpy(static_cast<void*>(to), &lanes, sizeof lanes);
  }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const {
    for (std::size_t n = 0; n < N; ++n) {
      T* own = reinterpret_cast<T*>(to) + 2 * n * Vector<T>::lanes;
      stream_line<2 * N>(own, turns<0>(sum.re[n], sum.im[n], Numbers()));
      stream_line<2 * N>(own + Vector<T>::lanes, turns<1>(sum.re[n], sum.im[n], Numbers()));
    }
  }

 private:
  using Numbers = std::make_integer_sequence<int, Vector<T>::lanes>;
  template <int Imaginary, int... K>
  static DIAGC_LINEAR_INLINE V parts(const V& first, const V& second,
                                     std::integer_sequence<int, K...>) {
    return __builtin_shufflevector(first, second, of_parts<T>(K, Imaginary)...);
  }
  template <int Second, int... K>
  static DIAGC_LINEAR_INLINE V turns(const V& re, const V& im, std::integer_sequence<int, K...>) {
    return __builtin_shufflevector(re, im, of_turns<T>(K, Second)...);
  }
};

/// A factor c + id of products that take three real ones.
template <class T>
struct ThreeFactors {
  T real, both, difference;  ///< c, c + d, d − c

  explicit ThreeFactors(const std::complex<T>& factor)
      : real(factor.real()),
        both(factor.real() + factor.imag()),
        difference(factor.imag() - factor.real()) {}
};

/// As PartLanes, with three real products for a complex one (compiler/arrays/three_products.h), whose sums stay apart up to the end.
template <class T, std::size_t N>
struct ThreeLanes {
  using Parts = PartLanes<T, N>;
  using Value = std::complex<T>;
  using Factor = ThreeFactors<T>;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = Parts::count;
  struct Read {
    typename Parts::Read parts;
    V both[N];
  };
  struct Sum {
    V both[N], re[N], im[N];
  };
  explicit ThreeLanes(std::uint32_t prime) : parts_(prime) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.both[n] = sum.re[n] = sum.im[n] = -V{};
  }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    parts_.read(lanes.parts, from);
    for (std::size_t n = 0; n < N; ++n) lanes.both[n] = lanes.parts.re[n] + lanes.parts.im[n];
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Factor& factor) const {
    for (std::size_t n = 0; n < N; ++n) {
      sum.both[n] += lanes.both[n] * factor.real;
      sum.re[n] -= lanes.parts.im[n] * factor.both;
      sum.im[n] += lanes.parts.re[n] * factor.difference;
    }
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const { parts_.write(ended(sum), to); }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const {
    parts_.stream(ended(sum), to);
  }

 private:
  DIAGC_LINEAR_INLINE typename Parts::Sum ended(const Sum& sum) const {
    typename Parts::Sum parts;
    for (std::size_t n = 0; n < N; ++n) {
      parts.re[n] = sum.both[n] + sum.re[n];
      parts.im[n] = sum.both[n] + sum.im[n];
    }
    return parts;
  }

  Parts parts_;
};

/// One vector with real and imaginary parts in turn: (x + iy)(r + is) = (x + iy)r + (−y + ix)s.
template <class T>
struct TurnedLanes {
  using Value = std::complex<T>;
  using Factor = Value;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = Vector<T>::lanes / 2;
  struct Read {
    V part, turned;
  };
  using Sum = V;
  explicit TurnedLanes(std::uint32_t) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const { sum = -V{}; }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    std::memcpy(&lanes.part, from, sizeof(V));
    lanes.turned = turned(lanes.part, std::make_integer_sequence<int, Vector<T>::lanes>());
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Value& factor) const {
    sum += lanes.part * reinterpret_cast<const T*>(&factor)[0];
    sum += lanes.turned * reinterpret_cast<const T*>(&factor)[1];
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const {
    std::memcpy(to, &sum, sizeof sum);
  }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const { write(sum, to); }

 private:
  template <int... K>
  static DIAGC_LINEAR_INLINE V turned(const V& part, std::integer_sequence<int, K...>) {
    const V sign = {(K % 2 == 0 ? -1 : 1)...};
    return __builtin_shufflevector(part, part, (K ^ 1)...) * sign;
  }
};

template <class Lanes>
inline constexpr bool has_parts = false;
template <class T, std::size_t N>
inline constexpr bool has_parts<PartLanes<T, N>> = true;

}  // namespace diagc::linear
