// Arithmetic modulo the prime 2^61 − 1, in which two polynomials are compared by their values at random points: different ones of degree d
// agree at one with probability d / 2^61 at most (Schwartz and Zippel).
#pragma once

#include <cstdint>

#include "compiler/graph/value.h"

namespace diagc {

/// A remainder: an element of that field.
class FieldElement {
 public:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  constexpr FieldElement() = default;
  constexpr explicit FieldElement(std::uint64_t value) : value_(value % prime) {}

  constexpr std::uint64_t value() const { return value_; }
  friend constexpr FieldElement operator+(FieldElement a, FieldElement b) {
    return reduced(a.value_ + b.value_);
  }
  friend constexpr FieldElement operator-(FieldElement a, FieldElement b) {
    return reduced(a.value_ + (prime - b.value_));
  }
  friend constexpr FieldElement operator-(FieldElement a) { return FieldElement() - a; }
  friend constexpr FieldElement operator*(FieldElement a, FieldElement b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a.value_} * b.value_;
    return reduced(static_cast<std::uint64_t>(product & prime) +
                   static_cast<std::uint64_t>(product >> 61));
  }
  FieldElement& operator+=(FieldElement other) { return *this = *this + other; }
  FieldElement& operator*=(FieldElement other) { return *this = *this * other; }
  constexpr bool operator==(const FieldElement&) const = default;

  /// 1 / x; that of 0 is 0.
  constexpr FieldElement inverse() const {
    FieldElement result(1), square = *this;
    for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1) {
      if (exponent & 1) result = result * square;
      square = square * square;
    }
    return result;
  }

 private:
  /// Of a sum that is at most 2 · prime.
  static constexpr FieldElement reduced(std::uint64_t sum) {
    FieldElement result;
    result.value_ = sum >= prime ? sum - prime : sum;
    return result;
  }

  std::uint64_t value_ = 0;
};

inline FieldElement modulo_prime(const Rational& number) {
  const auto of = [](const Integer& integer) {
    const Integer rest = abs(integer) % FieldElement::prime;
    const FieldElement value(static_cast<std::uint64_t>(rest));
    return integer < 0 ? -value : value;
  };
  return of(numerator(number)) * of(denominator(number)).inverse();
}

}  // namespace diagc
