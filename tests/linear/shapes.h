// Random contractions whose axes lie in random orders, and their results term by term.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "runtime/linear/contract.h"

namespace diagc::linear::testing {

inline constexpr std::uint32_t prime = 2147483629;

/// Extents of the axes of each group; summed axes that only one operand has come behind the others.
struct Extents {
  std::vector<std::uint64_t> batch, rows, columns, summed, summed_a, summed_b;
};

struct Shape {
  Contraction contraction;
  std::uint64_t a = 1, b = 1, c = 1;  ///< elements
};

/// Arrays without gaps whose axes lie in a random order, each array in its own; groups in a random order, too.
inline Shape shape_of(const Extents& extents, std::mt19937& random) {
  Shape shape;
  std::vector<Axis> axes;
  const auto add = [&](const std::vector<std::uint64_t>& own, bool a, bool b, bool c) {
    for (const std::uint64_t extent : own) axes.push_back({extent, a, b, c});
  };
  add(extents.batch, true, true, true);
  add(extents.rows, true, false, true);
  add(extents.columns, false, true, true);
  add(extents.summed, true, true, false);
  add(extents.summed_a, true, false, false);
  add(extents.summed_b, false, true, false);
  std::vector<std::size_t> order(axes.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](std::uint64_t Axis::* stride, std::uint64_t& elements) {
    std::ranges::shuffle(order, random);
    for (const std::size_t axis : order) {
      if (axes[axis].*stride == 0) continue;
      axes[axis].*stride = elements;
      elements *= axes[axis].extent;
    }
  };
  std::vector<Axis> kinds = axes;
  place(&Axis::a, shape.a);
  place(&Axis::b, shape.b);
  place(&Axis::c, shape.c);
  std::ranges::shuffle(order, random);
  for (const std::size_t axis : order) {
    const Axis& kind = kinds[axis];
    Contraction& own = shape.contraction;
    auto& group = kind.c == 0                  ? own.summed
                  : kind.a == 1 && kind.b == 1 ? own.batch
                  : kind.a == 1                ? own.rows
                                               : own.columns;
    group.push_back(axes[axis]);
  }
  return shape;
}

/// c and, for the size of rounding errors, the sum of magnitudes.
template <class Value>
void add_product(Value& sum, Value a, Value b) {
  sum += a * b;
}
inline void add_product(Residue& sum, Residue a, Residue b) {
  sum.value = static_cast<std::uint32_t>((std::uint64_t{a.value} * b.value + sum.value) % prime);
}
inline void add_product(Tropical& sum, Tropical a, Tropical b) {
  const Tropical term{a.max + b.max,
                      static_cast<std::uint32_t>(std::uint64_t{a.count} * b.count % prime)};
  if (term.max > sum.max) sum = {term.max, 0};
  if (term.max == sum.max)
    sum.count = static_cast<std::uint32_t>((std::uint64_t{sum.count} + term.count) % prime);
}

/// The sum as it is written, in the type Wide.
template <class Wide, class Value>
std::vector<Wide> sum_by_definition(const Shape& shape, const std::vector<Value>& a,
                                    const std::vector<Value>& b) {
  std::vector<Axis> axes;
  for (const auto* group : {&shape.contraction.batch, &shape.contraction.rows,
                            &shape.contraction.columns, &shape.contraction.summed})
    axes.insert(axes.end(), group->begin(), group->end());
  std::vector<Wide> c(shape.c);
  std::vector<std::uint64_t> digits(axes.size());
  std::uint64_t at_a = 0, at_b = 0, at_c = 0;
  for (;;) {
    add_product(c[at_c], Wide(a[at_a]), Wide(b[at_b]));
    std::size_t axis = axes.size();
    for (;;) {
      if (axis == 0) return c;
      --axis;
      at_a += axes[axis].a;
      at_b += axes[axis].b;
      at_c += axes[axis].c;
      if (++digits[axis] < axes[axis].extent) break;
      at_a -= digits[axis] * axes[axis].a;
      at_b -= digits[axis] * axes[axis].b;
      at_c -= digits[axis] * axes[axis].c;
      digits[axis] = 0;
    }
  }
}

template <class Value>
struct Numbers;
template <>
struct Numbers<float> {
  using Wide = double;
  static float random(std::mt19937& r) { return static_cast<float>(r() % 2001) / 1000 - 1; }
};
template <>
struct Numbers<double> {
  using Wide = long double;
  static double random(std::mt19937& r) { return static_cast<double>(r() % 2001) / 1000 - 1; }
};
template <class T>
struct Numbers<std::complex<T>> {
  using Wide = std::complex<typename Numbers<T>::Wide>;
  static std::complex<T> random(std::mt19937& r) {
    const T re = Numbers<T>::random(r);
    return {re, Numbers<T>::random(r)};
  }
};
template <>
struct Numbers<Residue> {
  using Wide = Residue;
  static Residue random(std::mt19937& r) { return {static_cast<std::uint32_t>(r() % prime)}; }
};
template <>
struct Numbers<Tropical> {
  using Wide = Tropical;
  static Tropical random(std::mt19937& r) {
    const auto max = static_cast<double>(r() % 10);
    return {max, static_cast<std::uint32_t>(r() % 5 + 1)};
  }
};

template <class Value>
std::vector<Value> random_numbers(std::uint64_t count, std::mt19937& random) {
  std::vector<Value> numbers(count);
  for (Value& number : numbers) number = Numbers<Value>::random(random);
  return numbers;
}

/// Whether a sum of `terms` products of numbers of at most √2 is what it should be.
template <class Value, class Wide>
bool is_close(const Value& found, const Wide& expected, std::uint64_t terms) {
  if constexpr (std::is_same_v<Value, Residue> || std::is_same_v<Value, Tropical>) {
    return found == expected;
  } else {
    using Real = decltype(std::abs(Value()));
    const double tolerance = 4 * std::numeric_limits<Real>::epsilon() *
                             std::sqrt(static_cast<double>(terms)) *
                             (1 + std::log2(static_cast<double>(terms)));
    return static_cast<double>(std::abs(Wide(found) - expected)) <= tolerance;
  }
}

/// The first element that is not what it should be; their number where all are.
template <class Value, class Wide>
std::size_t first_difference(const std::vector<Value>& found, const std::vector<Wide>& expected,
                             std::uint64_t terms) {
  std::size_t k = 0;
  while (k < found.size() && is_close(found[k], expected[k], terms)) ++k;
  return k;
}

/// Whether numbers have the same bits.
template <class Value>
bool have_same_bits(const std::vector<Value>& a, const std::vector<Value>& b) {
  // Tropical numbers have bytes between them that mean nothing.
  if constexpr (std::is_same_v<Value, Tropical>)
    return a == b;
  else
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0;
}

}  // namespace diagc::linear::testing
