// What elements of arrays may be: commutative semirings. Every one has a type of values, 0, 1, + and *, as members of an object.
#pragma once

#include <cstdint>
#include <limits>

namespace diagc::arrays {

/// Numbers with the arithmetic of their type: floating-point, complex, exact integers and rationals.
template <class T>
struct Numbers {
  using Value = T;
  Value zero() const { return Value(0); }
  Value one() const { return Value(1); }
  Value add(const Value& a, const Value& b) const { return a + b; }
  Value multiply(const Value& a, const Value& b) const { return a * b; }
};

/// Remainders modulo a prime below 2^31.
struct Residues {
  using Value = std::uint32_t;
  std::uint32_t prime;
  Value zero() const { return 0; }
  Value one() const { return 1; }
  Value add(Value a, Value b) const {
    const std::uint32_t sum = a + b;
    return sum >= prime ? sum - prime : sum;
  }
  Value multiply(Value a, Value b) const {
    return static_cast<Value>(std::uint64_t{a} * b % prime);
  }
};

/// A number and how often it occurs, with counts of another semiring.
template <class Count>
struct Counted {
  double max = -std::numeric_limits<double>::infinity();
  Count count = {};
  bool operator==(const Counted&) const = default;
};

/// Max-plus: + takes the larger number, and adds the counts of equal ones; * adds numbers and multiplies counts. What a network of values
/// with count 1 gives is the largest sum of values over all assignments, and the number of assignments that have it.
template <class Counts>
struct Tropical {
  using Value = Counted<typename Counts::Value>;
  Counts counts;
  Value zero() const { return {-std::numeric_limits<double>::infinity(), counts.zero()}; }
  Value one() const { return {0, counts.one()}; }
  Value add(const Value& a, const Value& b) const {
    if (a.max > b.max) return a;
    if (b.max > a.max) return b;
    return {a.max, counts.add(a.count, b.count)};
  }
  Value multiply(const Value& a, const Value& b) const {
    return {a.max + b.max, counts.multiply(a.count, b.count)};
  }
};

}  // namespace diagc::arrays
