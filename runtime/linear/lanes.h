// Arithmetic of lanes that lie in arrays as they are, for each kind of element: sums of products of a vector of lanes and one number.
#pragma once

#include <cstring>

#include "runtime/linear/elements.h"

namespace diagc::linear {

/// Vectors side by side on processors with AVX-512, with AVX2, and on all others.
inline constexpr std::size_t vectors_avx512 = 4, vectors_avx2 = 2, vectors_anywhere = 1;

/// Writes a line of 64 bytes, at an address of 64, past the caches, where the processor of N vectors has an instruction for that.
template <std::size_t N, class T>
DIAGC_LINEAR_INLINE void stream_line(T* to, const typename Vector<T>::Type& line) {
  typedef T Line __attribute__((vector_size(64)));
  // Clang holds an instruction against the function that it is written in, not the one that it is inlined into; g++ has no such store.
#if defined(__clang__)
  if constexpr (N != vectors_anywhere) {
    __builtin_nontemporal_store(static_cast<Line>(line), reinterpret_cast<Line*>(to));
    return;
  }
#elif defined(__x86_64__)
  if constexpr (N == vectors_avx512) {
    __asm__("vmovntps %1, %0" : "=m"(*reinterpret_cast<Line*>(to)) : "v"(line));
    return;
  } else if constexpr (N == vectors_avx2) {
    typedef float Half __attribute__((vector_size(32)));
    Half halves[2];
    std::memcpy(halves, &line, sizeof line);
    __asm__("vmovntps %1, %0" : "=m"(reinterpret_cast<Half*>(to)[0]) : "x"(halves[0]));
    __asm__("vmovntps %1, %0" : "=m"(reinterpret_cast<Half*>(to)[1]) : "x"(halves[1]));
    return;
  }
#endif
  std::memcpy(to, &line, sizeof line);
}

/// Real numbers, N vectors. Sums begin at −0, which leaves the bits of whatever is added first.
template <class T, std::size_t N>
struct RealLanes {
  using Value = T;
  using Factor = Value;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = N * Vector<T>::lanes;
  struct Read {
    V part[N];
  };
  struct Sum {
    V part[N];
  };
  explicit RealLanes(std::uint32_t) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.part[n] = -V{};
  }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    for (std::size_t n = 0; n < N; ++n)
      std::memcpy(&lanes.part[n], reinterpret_cast<const T*>(from) + n * Vector<T>::lanes,
                  sizeof(V));
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Value& factor) const {
    for (std::size_t n = 0; n < N; ++n) sum.part[n] += lanes.part[n] * factor;
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const {
    for (std::size_t n = 0; n < N; ++n)
      std::memcpy(to + n * Vector<T>::lanes, &sum.part[n], sizeof(V));
  }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const {
    for (std::size_t n = 0; n < N; ++n) stream_line<N>(to + n * Vector<T>::lanes, sum.part[n]);
  }
};

/// Remainders, see ResidueElement.
struct ResidueLanes {
  using Value = Residue;
  using Factor = Value;
  static constexpr std::size_t count = 16;
  struct Read {
    std::uint32_t part[count];
  };
  struct Sum {
    std::uint64_t part[count];
  };
  explicit ResidueLanes(std::uint32_t prime) : element_(prime) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const { std::memset(&sum, 0, sizeof sum); }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    std::memcpy(&lanes, from, sizeof lanes);
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Value& factor) const {
    for (std::size_t lane = 0; lane < count; ++lane)
      element_.add_product(sum.part[lane], lanes.part[lane], factor.value);
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const {
    ResidueElement::Sum wide;
    std::memcpy(&wide, &sum, sizeof wide);
    element_.get(wide, to);
  }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const { write(sum, to); }

 private:
  ResidueElement element_;
};

/// Max-plus with numbers of maxima, see TropicalElement.
struct TropicalLanes {
  using Value = Tropical;
  using Factor = Value;
  static constexpr std::size_t count = 4;
  struct Read {
    Tropical part[count];
  };
  using Sum = TropicalElement::Sum;
  explicit TropicalLanes(std::uint32_t prime) : element_(prime) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const { element_.clear(sum); }
  DIAGC_LINEAR_INLINE void read(Read& lanes, const Value* from) const {
    for (std::size_t lane = 0; lane < count; ++lane) lanes.part[lane] = from[lane];
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Read& lanes, const Value& factor) const {
    for (std::size_t lane = 0; lane < count; ++lane) {
      const Tropical& own = lanes.part[lane];
      element_.add_product(sum, lane, own.max + factor.max, own.count, factor.count);
    }
  }
  DIAGC_LINEAR_INLINE void write(const Sum& sum, Value* to) const {
    for (std::size_t lane = 0; lane < count; ++lane)
      to[lane] = {sum.max[lane], static_cast<std::uint32_t>(sum.count[lane])};
  }
  DIAGC_LINEAR_INLINE void stream(const Sum& sum, Value* to) const { write(sum, to); }

 private:
  TropicalElement element_;
};

}  // namespace diagc::linear
