#include "compiler/expand/numbers.h"

#include <bit>
#include <limits>

#include <fmt/format.h>

#include "compiler/expand/failure.h"

namespace diagc::expansion {

namespace {

constexpr auto lowest = std::numeric_limits<std::int64_t>::min();

std::size_t bits(const Integer& value) { return value == 0 ? 0 : msb(abs(value)) + 1; }

[[noreturn]] void too_long(const std::string& what) {
  throw Failure{Code::value,
                fmt::format("found {}, expected at most {} bits in numerator and denominator", what,
                            max_number_bits)};
}

/// Numbers as messages show them.
std::string shortened(std::string digits) {
  constexpr std::size_t shown = 40;
  if (digits.size() > 2 * shown) {
    digits = fmt::format("{}…{} ({} digits)", digits.substr(0, 20),
                         digits.substr(digits.size() - 20), digits.size());
  }
  return digits;
}

}  // namespace

bool fits(const Rational& value) {
  return bits(numerator(value)) <= max_number_bits && bits(denominator(value)) <= max_number_bits;
}

std::size_t Numbers::Hash::operator()(const Rational& value) const {
  const auto hash = [](const Integer& x, std::size_t seed) {
    const auto& limbs = x.backend();
    for (unsigned i = 0; i < limbs.size(); ++i) {
      seed = (seed ^ limbs.limbs()[i]) * 0xd6e8feb86659fd93ull;
      seed ^= seed >> 32;
    }
    return seed + (x < 0 ? 1 : 0);
  };
  return hash(denominator(value), hash(numerator(value), 1));
}

Value Numbers::number(const Rational& value) {
  if (denominator(value) == 1) {
    const Integer& whole = numerator(value);
    if (bits(whole) <= 63 || whole == lowest)
      return Value::of_integer(whole.convert_to<std::int64_t>());
  }
  if (!fits(value)) too_long("the number " + shortened(to_string(value)));
  const auto [entry, is_new] = index_.try_emplace(value, 0);
  if (is_new) {
    if (free_.empty()) {
      entry->second = slots_.size();
      slots_.push_back(value);
    } else {
      entry->second = free_.back();
      free_.pop_back();
      slots_[entry->second] = value;
    }
    ++used_;
  }
  return Value::make(Value::Tag::rational, entry->second);
}

Value Numbers::literal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t point = mantissa.find('.');
  std::string digits(mantissa.substr(0, point));
  std::int64_t scale = 0;
  if (point != std::string_view::npos) {
    digits += mantissa.substr(point + 1);
    scale -= static_cast<std::int64_t>(mantissa.size() - point - 1);
  }
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++scale;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return Value::of_integer(0);
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    const bool negative = exponent.front() == '-';
    if (negative || exponent.front() == '+') exponent.remove_prefix(1);
    std::int64_t power = 0;
    for (const char digit : exponent)
      power = std::min<std::int64_t>(power * 10 + (digit - '0'), 1'000'000'000);
    scale += negative ? -power : power;
  }
  // 10^k has 3.3 k bits, but a denominator may cancel with the digits: 2^k of 5^k at most.
  constexpr std::size_t most = max_number_bits;
  const auto name = [&] { return "the number " + shortened(std::string(text)); };
  if (digits.size() > 2 * most || scale > static_cast<std::int64_t>(most) ||
      scale < -2 * static_cast<std::int64_t>(most)) {
    too_long(name());
  }
  const Rational value =
      scale >= 0 ? Rational(Integer(digits) * pow(Integer(10), static_cast<unsigned>(scale)))
                 : Rational(Integer(digits), pow(Integer(10), static_cast<unsigned>(-scale)));
  if (!fits(value)) too_long(name());
  return number(value);
}

Rational Numbers::exact(Value value) const {
  return value.tag == Value::Tag::integer ? Rational(value.integer) : slot(value);
}

std::string Numbers::print(Value value) const {
  switch (value.tag) {
    case Value::Tag::integer:
      return std::to_string(value.integer);
    case Value::Tag::boolean:
      return value.bits ? "true" : "false";
    case Value::Tag::rational:
      return shortened(to_string(slot(value)));
    default:
      break;
  }
  std::string text = "{";
  for (std::uint64_t mask = value.bits; mask; mask &= mask - 1) {
    text += fmt::format("{}{}", text.size() > 1 ? ", " : "", std::countr_zero(mask));
  }
  return text + "}";
}

bool Numbers::is_whole(Value value) const {
  return value.tag == Value::Tag::integer ||
         (value.tag == Value::Tag::rational && denominator(slot(value)) == 1);
}

Value Numbers::add(Value a, Value b) {
  std::int64_t result;
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer &&
      !__builtin_add_overflow(a.integer, b.integer, &result)) {
    return Value::of_integer(result);
  }
  return number(exact(a) + exact(b));
}

Value Numbers::subtract(Value a, Value b) {
  std::int64_t result;
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer &&
      !__builtin_sub_overflow(a.integer, b.integer, &result)) {
    return Value::of_integer(result);
  }
  return number(exact(a) - exact(b));
}

Value Numbers::multiply(Value a, Value b) {
  std::int64_t result;
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer &&
      !__builtin_mul_overflow(a.integer, b.integer, &result)) {
    return Value::of_integer(result);
  }
  return number(exact(a) * exact(b));
}

Value Numbers::divide(Value a, Value b) {
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer && b.integer != -1 &&
      a.integer % b.integer == 0) {
    return Value::of_integer(a.integer / b.integer);
  }
  return number(exact(a) / exact(b));
}

namespace {

Integer floor_of(const Integer& a, const Integer& b) {
  Integer quotient, remainder;
  divide_qr(a, b, quotient, remainder);
  if (remainder != 0 && (remainder < 0) != (b < 0)) --quotient;
  return quotient;
}

}  // namespace

Value Numbers::floor_divide(Value a, Value b) {
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer && b.integer != -1) {
    const std::int64_t quotient = a.integer / b.integer;
    const std::int64_t remainder = a.integer % b.integer;
    return Value::of_integer(remainder != 0 && (remainder < 0) != (b.integer < 0) ? quotient - 1
                                                                                  : quotient);
  }
  return number(Rational(floor_of(numerator(exact(a)), numerator(exact(b)))));
}

Value Numbers::modulo(Value a, Value b) {
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer && b.integer != -1) {
    const std::int64_t remainder = a.integer % b.integer;
    return Value::of_integer(
        remainder != 0 && (remainder < 0) != (b.integer < 0) ? remainder + b.integer : remainder);
  }
  const Integer dividend = numerator(exact(a));
  const Integer divisor = numerator(exact(b));
  return number(Rational(dividend - divisor * floor_of(dividend, divisor)));
}

Value Numbers::power(Value base, Value exponent) {
  if (exponent.is_zero()) return Value::of_integer(1);
  const bool negative = exact(exponent) < 0;
  if (base.is_zero()) return base;
  if (base.tag == Value::Tag::integer && (base.integer == 1 || base.integer == -1)) {
    const bool odd = (numerator(exact(exponent)) & 1) != 0;
    return Value::of_integer(odd ? base.integer : 1);
  }
  const Rational value = exact(base);
  const std::size_t longest = std::max(bits(numerator(value)), bits(denominator(value)));
  // |value| is neither 0 nor 1, so the longer of the two has a power of at least (longest - 1) · |exponent| bits.
  const bool hopeless = exponent.tag != Value::Tag::integer ||
                        exponent.integer < -4 * static_cast<std::int64_t>(max_number_bits) ||
                        exponent.integer > 4 * static_cast<std::int64_t>(max_number_bits);
  const auto name = [&] {
    const std::string shown = print(base);
    return fmt::format(
        "{}^{}", base.tag == Value::Tag::integer && base.integer > 0 ? shown : "(" + shown + ")",
        negative ? "(" + print(exponent) + ")" : print(exponent));
  };
  const std::size_t count = hopeless ? 0 : static_cast<std::size_t>(std::abs(exponent.integer));
  if (hopeless || (longest - 1) * count > max_number_bits) too_long(name());
  const Integer top = pow(numerator(value), static_cast<unsigned>(count));
  const Integer bottom = pow(denominator(value), static_cast<unsigned>(count));
  const Rational result =
      negative ? Rational(bottom) / Rational(top) : Rational(top) / Rational(bottom);
  if (!fits(result)) too_long(name());
  return number(result);
}

Value Numbers::magnitude(Value a) {
  if (a.tag == Value::Tag::integer && a.integer != lowest)
    return Value::of_integer(std::abs(a.integer));
  return number(abs(exact(a)));
}

std::strong_ordering Numbers::compare(Value a, Value b) const {
  if (a.tag == Value::Tag::integer && b.tag == Value::Tag::integer) return a.integer <=> b.integer;
  const int order = exact(a).compare(exact(b));
  return order <=> 0;
}

}  // namespace diagc::expansion
