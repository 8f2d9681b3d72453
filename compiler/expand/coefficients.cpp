#include "compiler/expand/coefficients.h"

namespace diagc::expansion {

std::optional<CoefficientId> CoefficientArithmetic::add(const Rational& value) {
  if (!fits(value)) return std::nullopt;
  return table_.add(value);
}

CoefficientId CoefficientArithmetic::of(Value number) {
  if (number.tag != Value::Tag::integer) return table_.add(numbers_.exact(number));
  if (number.integer == 1) return unit_coefficient;
  if (number.integer == -1) return minus_coefficient;
  const auto [entry, is_new] = integers_.try_emplace(number.integer, 0);
  if (is_new) entry->second = table_.add(Rational(number.integer));
  return entry->second;
}

CoefficientId CoefficientArithmetic::negate(CoefficientId a) {
  if (a <= minus_coefficient) return a ^ 1U;
  return *multiply(a, minus_coefficient);
}

std::optional<CoefficientId> CoefficientArithmetic::multiply(CoefficientId a, CoefficientId b) {
  if (a == unit_coefficient) return b;
  if (b == unit_coefficient) return a;
  if (a == minus_coefficient && b == minus_coefficient) return unit_coefficient;
  const std::uint64_t key = (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
  if (const auto known = products_.find(key); known != products_.end()) return known->second;
  const auto product = add(table_[a] * table_[b]);
  if (product) products_.emplace(key, *product);
  return product;
}

std::optional<CoefficientId> CoefficientArithmetic::divide(CoefficientId a, CoefficientId b) {
  if (b <= minus_coefficient) return multiply(a, b);
  return add(table_[a] / table_[b]);
}

std::optional<CoefficientId> CoefficientArithmetic::power(CoefficientId base,
                                                          std::int64_t exponent) {
  if (base == unit_coefficient) return base;
  if (base == minus_coefficient) return exponent % 2 == 0 ? unit_coefficient : minus_coefficient;
  if (exponent < -static_cast<std::int64_t>(max_number_bits) ||
      exponent > static_cast<std::int64_t>(max_number_bits)) {
    return std::nullopt;
  }
  const Rational& value = table_[base];
  const auto count = static_cast<unsigned>(std::abs(exponent));
  const std::size_t longest = std::max(msb(abs(numerator(value))), msb(denominator(value)));
  if (longest * count > max_number_bits) return std::nullopt;
  const Rational power(pow(numerator(value), count), pow(denominator(value), count));
  return add(exponent < 0 ? Rational(1 / power) : power);
}

}  // namespace diagc::expansion
