// Arithmetic modulo the prime 2^61 − 1, in which two polynomials are compared by their values at random points: different ones of degree d
// agree at one with probability d / 2^61 at most (Schwartz and Zippel).
#pragma once

#include <cstdint>

#include "compiler/graph/value.h"

namespace diagc {

class PrimeNumber {
 public:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  constexpr PrimeNumber() = default;
  constexpr explicit PrimeNumber(std::uint64_t value) : value_(value % prime) {}

  constexpr std::uint64_t value() const { return value_; }
  friend constexpr PrimeNumber operator+(PrimeNumber a, PrimeNumber b) {
    return reduced(a.value_ + b.value_);
  }
  friend constexpr PrimeNumber operator-(PrimeNumber a, PrimeNumber b) {
    return reduced(a.value_ + (prime - b.value_));
  }
  friend constexpr PrimeNumber operator-(PrimeNumber a) { return PrimeNumber() - a; }
  friend constexpr PrimeNumber operator*(PrimeNumber a, PrimeNumber b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a.value_} * b.value_;
    return reduced(static_cast<std::uint64_t>(product & prime) +
                   static_cast<std::uint64_t>(product >> 61));
  }
  PrimeNumber& operator+=(PrimeNumber other) { return *this = *this + other; }
  PrimeNumber& operator*=(PrimeNumber other) { return *this = *this * other; }
  constexpr bool operator==(const PrimeNumber&) const = default;

  /// 1 / x; that of 0 is 0.
  constexpr PrimeNumber inverse() const {
    PrimeNumber result(1), square = *this;
    for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1) {
      if (exponent & 1) result = result * square;
      square = square * square;
    }
    return result;
  }

 private:
  /// Of a sum that is at most 2 · prime.
  static constexpr PrimeNumber reduced(std::uint64_t sum) {
    PrimeNumber result;
    result.value_ = sum >= prime ? sum - prime : sum;
    return result;
  }

  std::uint64_t value_ = 0;
};

inline PrimeNumber modulo_prime(const Rational& number) {
  const auto of = [](const Integer& integer) {
    const Integer rest = abs(integer) % PrimeNumber::prime;
    const PrimeNumber value(static_cast<std::uint64_t>(rest));
    return integer < 0 ? -value : value;
  };
  return of(numerator(number)) * of(denominator(number)).inverse();
}

}  // namespace diagc
