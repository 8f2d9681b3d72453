// Squares of numbers that are turned in registers: as many rows and columns as a vector of 64 bytes has numbers.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "runtime/linear/elements.h"

namespace diagc::linear {

/// Elements move as numbers of 4 or 8 bytes.
template <std::size_t Bytes>
using MovedNumber = std::conditional_t<Bytes == 4, float, double>;

/// Rows and columns of a square whose numbers are `Unit` elements each.
template <class Value, std::size_t Unit>
inline constexpr std::size_t side_of_square = 64 / (sizeof(Value) * Unit);

/// Of rows a and b, `distance` apart: the blocks of a and b with columns below the distance, or those with columns above.
template <std::size_t Part, std::size_t Distance, bool Above, class Number, std::size_t... Lane>
DIAGC_LINEAR_INLINE typename Vector<Number>::Type mixed(const typename Vector<Number>::Type& a,
                                                        const typename Vector<Number>::Type& b,
                                                        std::index_sequence<Lane...>) {
  constexpr std::size_t lanes = sizeof...(Lane);
  return __builtin_shufflevector(a, b,
                                 (Lane / Part & Distance) == 0
                                     ? Lane + (Above ? Distance * Part : 0)
                                     : lanes + Lane - (Above ? 0 : Distance * Part)...);
}

/// Squares of `Side` parts in the rows, which hold one or several of them side by side.
template <class Number, std::size_t Part, std::size_t Side, std::size_t Distance>
DIAGC_LINEAR_INLINE void turn_blocks(typename Vector<Number>::Type (&rows)[Side]) {
  using Lanes = std::make_index_sequence<Vector<Number>::lanes>;
#pragma GCC unroll 16
  for (std::size_t row = 0; row < Side; ++row) {
    if ((row & Distance) != 0) continue;
    const typename Vector<Number>::Type a = rows[row], b = rows[row + Distance];
    rows[row] = mixed<Part, Distance, false, Number>(a, b, Lanes());
    rows[row + Distance] = mixed<Part, Distance, true, Number>(a, b, Lanes());
  }
  if constexpr (Distance > 1) turn_blocks<Number, Part, Side, Distance / 2>(rows);
}

/// A column's numbers come to lie at to + column_offsets[column], where a row's lie at from + row_offsets[row · Unit].
template <std::size_t Unit, class Value>
DIAGC_LINEAR_INLINE void turn_square(const Value* from, const std::uint64_t* row_offsets, Value* to,
                                     const std::uint64_t* column_offsets) {
  using Number = MovedNumber<sizeof(Value)>;
  using V = typename Vector<Number>::Type;
  constexpr std::size_t side = side_of_square<Value, Unit>;
  V rows[side];
#pragma GCC unroll 16
  for (std::size_t row = 0; row < side; ++row)
    std::memcpy(&rows[row], static_cast<const void*>(from + row_offsets[row * Unit]), sizeof(V));
  turn_blocks<Number, Unit * sizeof(Value) / sizeof(Number), side, side / 2>(rows);
#pragma GCC unroll 16
  for (std::size_t column = 0; column < side; ++column)
    std::memcpy(static_cast<void*>(to + column_offsets[column]), &rows[column], sizeof(V));
}

}  // namespace diagc::linear
