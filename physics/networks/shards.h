// Shards of values: which labels they have, how they lie, and how pieces of them are taken out, scaled and put in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "physics/networks/execute.h"

namespace diagc::networks {

/// Labels of an array in C order.
struct ShardLayout {
  std::vector<arrays::Label> labels;
  std::vector<std::uint64_t> strides;
  std::uint64_t elements = 1;

  ShardLayout(const arrays::Network& network, std::vector<arrays::Label> own)
      : labels(std::move(own)), strides(labels.size()) {
    for (std::size_t axis = labels.size(); axis-- > 0;) {
      strides[axis] = elements;
      elements *= network.extents[labels[axis]];
    }
  }
  /// 0 for a label that it does not have.
  std::uint64_t stride(arrays::Label label) const {
    const auto found = std::ranges::find(labels, label);
    return found == labels.end() ? 0 : strides[static_cast<std::size_t>(found - labels.begin())];
  }
};

/// One axis of a piece that is copied.
struct CopyAxis {
  std::uint64_t extent = 1, from = 0, to = 0;
};

/// Calls f(offset in what is read, offset in what is written) for all elements of a piece, the last axis fastest.
template <class F>
void for_each_element(const std::vector<CopyAxis>& axes, const F& f) {
  std::vector<std::uint64_t> digits(axes.size());
  std::uint64_t from = 0, to = 0;
  while (true) {
    f(from, to);
    std::size_t axis = axes.size();
    while (axis > 0) {
      const CopyAxis& own = axes[axis - 1];
      from += own.from;
      to += own.to;
      if (++digits[axis - 1] < own.extent) break;
      from -= own.from * own.extent;
      to -= own.to * own.extent;
      digits[axis - 1] = 0;
      --axis;
    }
    if (axis == 0) return;
  }
}

template <class Value>
Value sum_of(Value x, Value y, std::uint32_t prime) {
  if constexpr (std::is_same_v<Value, linear::Residue>) {
    const std::uint64_t sum = std::uint64_t{x.value} + y.value;
    return {static_cast<std::uint32_t>(sum % prime)};
  } else if constexpr (std::is_same_v<Value, linear::Tropical>) {
    if (x.max != y.max) return x.max > y.max ? x : y;
    const std::uint64_t sum = std::uint64_t{x.count} + y.count;
    return {x.max, static_cast<std::uint32_t>(sum % prime)};
  } else {
    return x + y;
  }
}

/// The exponent that pieces are brought to before they make one array: the largest of those that are not all 0.
template <class Value>
std::int64_t common_exponent(const std::vector<ScaledArray<Value>>& pieces) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  std::int64_t exponent = none;
  for (const ScaledArray<Value>& piece : pieces) {
    if (piece.exponent <= exponent) continue;
    if (std::ranges::any_of(piece.values, [](const Value& x) { return x != Value(); }))
      exponent = piece.exponent;
  }
  return exponent == none ? 0 : exponent;
}

/// Numbers times 2^(piece's exponent − exponent), which is at most 1 but for pieces of zeros.
template <class Value>
void bring_to(ScaledArray<Value>& piece, std::int64_t exponent) {
  if constexpr (!std::is_same_v<Value, linear::Residue> &&
                !std::is_same_v<Value, linear::Tropical>) {
    using Real = decltype(std::abs(Value()));
    const auto shift =
        static_cast<int>(std::clamp<std::int64_t>(piece.exponent - exponent, -100'000, 0));
    // In two factors: one alone may vanish where the product does not.
    const Real first = std::ldexp(Real(1), shift / 2),
               second = std::ldexp(Real(1), shift - shift / 2);
    if (shift != 0)
      for (Value& value : piece.values) value = value * first * second;
  }
  piece.exponent = exponent;
}

}  // namespace diagc::networks
