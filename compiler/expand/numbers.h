// Exact static numbers: 64-bit integers, and rationals where integers do not suffice.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/expand/value.h"

namespace diagc::expansion {

/// Arithmetic on numbers (Value::is_number); divisors are not zero. Every operation throws Failure where the result
/// passes `max_number_bits`. Rationals that are not 64-bit integers live here, each once.
class Numbers {
 public:
  Value number(const Rational& value);
  /// Of a number as the language writes it.
  Value literal(std::string_view text);
  Rational exact(Value value) const;
  std::string print(Value value) const;  ///< of any static value
  bool is_whole(Value value) const;

  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  Value floor_divide(Value a, Value b);  ///< of whole numbers
  Value modulo(Value a, Value b);        ///< of whole numbers
  Value power(Value base, Value exponent);
  Value magnitude(Value a);
  std::strong_ordering compare(Value a, Value b) const;

  /// Frees the slots of rationals that no value in use names. `mark(visit)` calls `visit` for all in use.
  template <class Mark>
  void collect(Mark mark);
  bool wants_collection() const { return used_ > threshold_; }

 private:
  const Rational& slot(Value value) const { return slots_[static_cast<std::size_t>(value.index)]; }

  struct Hash {
    std::size_t operator()(const Rational& value) const;
  };
  std::vector<Rational> slots_;
  std::vector<std::uint64_t> free_;
  std::unordered_map<Rational, std::uint64_t, Hash> index_;
  std::size_t used_ = 0;
  std::size_t threshold_ = 1 << 16;
};

/// Whether numerator and denominator have at most `max_number_bits` bits.
bool fits(const Rational& value);

template <class Mark>
void Numbers::collect(Mark mark) {
  std::vector<bool> live(slots_.size());
  mark([&](const Value& value) {
    if (value.tag == Value::Tag::rational) live[static_cast<std::size_t>(value.index)] = true;
  });
  for (auto entry = index_.begin(); entry != index_.end();) {
    if (live[entry->second]) {
      ++entry;
    } else {
      slots_[entry->second] = 0;
      free_.push_back(entry->second);
      entry = index_.erase(entry);
    }
  }
  used_ = index_.size();
  threshold_ = std::max<std::size_t>(1 << 16, 2 * used_);
}

}  // namespace diagc::expansion
