#include "compiler/graph/value.h"

#include <cmath>

namespace diagc {

double to_double(const Rational& number) {
  const Integer& numerator = boost::multiprecision::numerator(number);
  const Integer& denominator = boost::multiprecision::denominator(number);
  if (numerator == 0) return 0.0;
  // A quotient with 66 bits keeps the sticky information that the final rounding needs.
  const auto bits = [](const Integer& x) { return static_cast<int>(msb(x)) + 1; };
  const Integer magnitude = abs(numerator);
  const int shift = 66 - (bits(magnitude) - bits(denominator));
  Integer quotient, remainder;
  if (shift >= 0) {
    divide_qr(Integer(magnitude << shift), denominator, quotient, remainder);
  } else {
    divide_qr(magnitude, Integer(denominator << -shift), quotient, remainder);
  }
  int exponent = -shift;
  const int kept =
      53 + std::min(0, bits(quotient) + exponent - 1 + 1022);  // fewer bits when subnormal
  const int drop = bits(quotient) - std::max(kept, 0);
  const Integer half = Integer(1) << (drop - 1);
  const Integer low = quotient & ((Integer(1) << drop) - 1);
  quotient >>= drop;
  exponent += drop;
  const bool odd = (quotient & 1) != 0;
  if (low > half || (low == half && (remainder != 0 || odd))) ++quotient;
  const double value = std::ldexp(quotient.convert_to<double>(), exponent);
  return numerator < 0 ? -value : value;
}

std::string to_string(const Rational& number) { return number.str(); }

}  // namespace diagc
