// Arithmetic of inner products: lanes of two arrays as they lie, multiplied one by one and added, for each kind of element.
//
// A Sum holds lanes of partial sums; its total is what its lanes give, added in an order that the kind decides. Those of `most_rows` × `most_columns`
// pairs fit the registers.
#pragma once

#include <cstring>

#include "runtime/linear/elements.h"

namespace diagc::linear {

/// Real numbers, N vectors.
template <class T, std::size_t N>
struct RealProducts {
  using Value = T;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = N * Vector<T>::lanes;
  static constexpr std::size_t most_rows = 4, most_columns = 4;
  struct Sum {
    V part[N];
  };
  explicit RealProducts(std::uint32_t) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.part[n] = V{};
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Value* a, const Value* b) const {
    for (std::size_t n = 0; n < N; ++n) {
      V x, y;
      std::memcpy(&x, a + n * Vector<T>::lanes, sizeof x);
      std::memcpy(&y, b + n * Vector<T>::lanes, sizeof y);
      sum.part[n] += x * y;
    }
  }
  Value total(const Sum& sum) const {
    T lanes[count];
    std::memcpy(lanes, &sum, sizeof lanes);
    for (std::size_t left = count / 2; left > 0; left /= 2)
      for (std::size_t lane = 0; lane < left; ++lane) lanes[lane] += lanes[lane + left];
    return lanes[0];
  }
  Value plus(Value a, Value b) const { return a + b; }
};

/// Complex numbers as they lie. Products of parts that lie at the same place are summed apart from those of parts that do not.
template <class T, std::size_t N>
struct ComplexProducts {
  using Value = std::complex<T>;
  using V = typename Vector<T>::Type;
  static constexpr std::size_t count = N * Vector<T>::lanes / 2;
  static constexpr std::size_t most_rows = 2, most_columns = 4;
  struct Sum {
    V same[N], crossed[N];
  };
  explicit ComplexProducts(std::uint32_t) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const {
    for (std::size_t n = 0; n < N; ++n) sum.same[n] = sum.crossed[n] = V{};
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Value* a, const Value* b) const {
    for (std::size_t n = 0; n < N; ++n) {
      V x, y;
      std::memcpy(&x, reinterpret_cast<const T*>(a) + n * Vector<T>::lanes, sizeof x);
      std::memcpy(&y, reinterpret_cast<const T*>(b) + n * Vector<T>::lanes, sizeof y);
      sum.same[n] += x * y;
      if constexpr (sizeof(T) == 4) {
        sum.crossed[n] +=
            x * __builtin_shufflevector(y, y, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
      } else {
        sum.crossed[n] += x * __builtin_shufflevector(y, y, 1, 0, 3, 2, 5, 4, 7, 6);
      }
    }
  }
  Value total(const Sum& sum) const {
    T same[2 * count], crossed[2 * count];
    std::memcpy(same, sum.same, sizeof same);
    std::memcpy(crossed, sum.crossed, sizeof crossed);
    Value lanes[count];
    for (std::size_t lane = 0; lane < count; ++lane) {
      lanes[lane] = {same[2 * lane] - same[2 * lane + 1],
                     crossed[2 * lane] + crossed[2 * lane + 1]};
    }
    for (std::size_t left = count / 2; left > 0; left /= 2)
      for (std::size_t lane = 0; lane < left; ++lane) lanes[lane] += lanes[lane + left];
    return lanes[0];
  }
  Value plus(Value a, Value b) const { return a + b; }
};

/// Remainders and tropical numbers, by the arithmetic of panels.
template <class Element, std::size_t Lanes>
struct ElementProducts {
  using Value = typename Element::Value;
  static constexpr std::size_t count = Lanes;
  static constexpr std::size_t most_rows = 1, most_columns = 1;
  using Sum = typename Element::Sum;
  explicit ElementProducts(std::uint32_t prime) : element_(prime) {}
  DIAGC_LINEAR_INLINE void clear(Sum& sum) const { element_.clear(sum); }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Residue* a, const Residue* b) const {
    for (std::size_t lane = 0; lane < count; ++lane)
      element_.add_product(sum.part[lane], a[lane].value, b[lane].value);
  }
  DIAGC_LINEAR_INLINE void add(Sum& sum, const Tropical* a, const Tropical* b) const {
    for (std::size_t lane = 0; lane < count; ++lane)
      element_.add_product(sum, lane, a[lane].max + b[lane].max, a[lane].count, b[lane].count);
  }
  Value total(const Sum& sum) const {
    Value lanes[count];
    element_.get(sum, lanes);
    for (std::size_t lane = 1; lane < count; ++lane) lanes[0] = plus(lanes[0], lanes[lane]);
    return lanes[0];
  }
  Value plus(Value a, Value b) const { return element_.plus(a, b); }

 private:
  Element element_;
};

}  // namespace diagc::linear
