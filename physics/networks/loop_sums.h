// Sums over the values of a sliced label within a plan: arrays with powers of two of their own, added one after the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "physics/networks/scaling.h"

namespace diagc::networks {

/// Numbers times 2^exponent; the largest one is less than 2^bound, and the largest of some of them about 2^seen.
struct Scale {
  std::int64_t exponent = 0;
  double bound = 1;
  int seen = 0;
};

/// sum[k] += term[k], in W. Kahan's way (Comm. ACM 8, 40 (1965)): compensation[k] is what rounding has added to the sum too much.
template <class Value, class First, class Second>
void add_compensated(Value* sum, Value* compensation, const Value* term, std::uint64_t count,
                     unsigned threads, const First& of_sum, const Second& of_term) {
  in_parts(count, threads, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t k = begin; k < end; ++k) {
      const Value before = of_sum(sum[k]), own = of_term(term[k]) - of_sum(compensation[k]);
      sum[k] = before + own;
      compensation[k] = (sum[k] - before) - own;
    }
  });
}

/// sum[k] = combine(sum[k], term[k]).
template <class Value, class Combine>
void combine_all(Value* sum, const Value* term, std::uint64_t count, unsigned threads,
                 const Combine& combine) {
  in_parts(count, threads, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t k = begin; k < end; ++k) sum[k] = combine(sum[k], term[k]);
  });
}

/// The largest number of an array as an exponent; the least one there is where all are 0.
template <class Value>
std::int64_t exponent_or_none(const Value* values, std::uint64_t count, unsigned threads) {
  const int exponent = largest_exponent(values, count, threads);
  if (exponent != 0) return exponent;
  const bool is_zero = std::all_of(values, values + count, [](Value v) { return v == Value(0); });
  return is_zero ? std::numeric_limits<std::int64_t>::min() : 0;
}

/// Adds floating-point numbers. A term is brought to the sum's power of two where that is not far from its own. Where it is, or the sum might overflow,
/// both are measured, and brought to a power of two that the larger one is near 1 with. `compensation` has the sum's power of two, and may be null.
template <class Value>
void add_scaled(Value* sum, Value* compensation, Scale& scale_of_sum, const Value* term,
                const Scale& scale_of_term, std::uint64_t count, unsigned threads) {
  const auto add = [&](const auto& of_sum, const auto& of_term) {
    if (compensation != nullptr)
      return add_compensated(sum, compensation, term, count, threads, of_sum, of_term);
    combine_all(sum, term, count, threads,
                [&](Value a, Value b) { return of_sum(a) + of_term(b); });
  };
  const auto same = [](Value x) { return x; };
  const auto power = [&](const Scale& scale, std::int64_t exponent) {
    const PowerOfTwo<Value> power(
        static_cast<int>(std::clamp<std::int64_t>(scale.exponent - exponent, -100'000, 100'000)));
    return [=](Value x) { return x * power.first() * power.second(); };
  };
  const std::int64_t apart = scale_of_term.exponent - scale_of_sum.exponent;
  if (std::abs(apart) <= most_exponent<Value> / 2) {
    const double of_term = scale_of_term.bound + static_cast<double>(apart);
    const double most = std::max(scale_of_sum.bound, of_term);
    const double bound =
        most + std::log2(std::exp2(scale_of_sum.bound - most) + std::exp2(of_term - most));
    if (bound < most_bound<Value>) {
      if (apart == 0)
        add(same, same);
      else
        add(same, power(scale_of_term, scale_of_sum.exponent));
      scale_of_sum.bound = bound;
      return;
    }
  }
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  const std::int64_t largest = exponent_or_none(sum, count, threads),
                     other = exponent_or_none(term, count, threads);
  if (other == none) return;
  const std::int64_t exponent = std::max(largest == none ? none : largest + scale_of_sum.exponent,
                                         other + scale_of_term.exponent);
  if (largest == none) {
    add([](Value) { return Value(0); }, power(scale_of_term, exponent));
  } else {
    add(power(scale_of_sum, exponent), power(scale_of_term, exponent));
  }
  scale_of_sum = {exponent, 2};
}

/// Adds a term to a sum, element by element: the same bits for any number of threads. `prime` is read for Residue and Tropical,
/// `compensation`, which begins with zeros, for others.
template <class Value>
void add_term(Value* sum, Scale& scale_of_sum, const Value* term, const Scale& scale_of_term,
              std::uint64_t count, unsigned threads, std::uint32_t prime,
              Value* compensation = nullptr) {
  const auto plus = [&](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>((std::uint64_t{a} + b) % prime);
  };
  if constexpr (std::is_same_v<Value, linear::Residue>) {
    combine_all(sum, term, count, threads,
                [&](Value a, Value b) { return Value{plus(a.value, b.value)}; });
  } else if constexpr (std::is_same_v<Value, linear::Tropical>) {
    combine_all(sum, term, count, threads, [&](Value a, Value b) {
      if (a.max != b.max) return a.max > b.max ? a : b;
      return Value{a.max, plus(a.count, b.count)};
    });
  } else {
    add_scaled(sum, compensation, scale_of_sum, term, scale_of_term, count, threads);
  }
}

}  // namespace diagc::networks
