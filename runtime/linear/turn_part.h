// Rectangles of numbers that are turned in registers: as many rows as a vector of 64 bytes has numbers, or fewer, and as many columns as lie
// together in what is read.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/linear/turn.h"

namespace diagc::linear {

template <class Number, std::size_t Bytes>
struct VectorOf {
  typedef Number Type __attribute__((vector_size(Bytes), aligned(8)));
};

template <class Number, std::size_t Bytes, std::size_t... Lane>
DIAGC_LINEAR_INLINE typename VectorOf<Number, 2 * Bytes>::Type joined(
    const typename VectorOf<Number, Bytes>::Type& low,
    const typename VectorOf<Number, Bytes>::Type& high, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(low, high, Lane...);
}

/// Half of a vector of so many bytes.
template <class Number, std::size_t Bytes, bool High, std::size_t... Lane>
DIAGC_LINEAR_INLINE typename VectorOf<Number, Bytes / 2>::Type half_of(
    const typename VectorOf<Number, Bytes>::Type& whole, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(whole, whole, (Lane + (High ? sizeof...(Lane) : 0))...);
}

/// Pieces of `Piece` bytes from wherever `place` says that the first, second, … one lies, side by side.
template <class Number, std::size_t Piece, std::size_t Bytes, std::size_t First, class Place>
DIAGC_LINEAR_INLINE typename VectorOf<Number, Bytes>::Type gathered(const Place& place) {
  if constexpr (Bytes == Piece) {
    typename VectorOf<Number, Bytes>::Type piece;
    std::memcpy(&piece, static_cast<const void*>(place(First)), Bytes);
    return piece;
  } else {
    constexpr std::size_t half = Bytes / 2;
    return joined<Number, half>(gathered<Number, Piece, half, First>(place),
                                gathered<Number, Piece, half, First + half / Piece>(place),
                                std::make_index_sequence<Bytes / sizeof(Number)>());
  }
}

/// The first `bytes` of a vector of `Bytes`, fewer than that.
template <class Number, std::size_t Bytes>
DIAGC_LINEAR_INLINE void write_first(std::byte* to, const typename VectorOf<Number, Bytes>::Type& v,
                                     std::size_t bytes) {
  if constexpr (Bytes > sizeof(Number)) {
    constexpr std::size_t half = Bytes / 2;
    using Lanes = std::make_index_sequence<half / sizeof(Number)>;
    auto rest = half_of<Number, Bytes, false>(v, Lanes());
    if (bytes >= half) {
      std::memcpy(to, &rest, half);
      rest = half_of<Number, Bytes, true>(v, Lanes());
      to += half;
      bytes -= half;
    }
    write_first<Number, half>(to, rest, bytes);
  }
}

/// Every second number of two vectors behind each other, from `First` on.
template <class Number, std::size_t Part, std::size_t First, std::size_t... Lane>
DIAGC_LINEAR_INLINE typename Vector<Number>::Type every_second(
    const typename Vector<Number>::Type& a, const typename Vector<Number>::Type& b,
    std::index_sequence<Lane...>) {
  return __builtin_shufflevector(a, b, ((Lane / Part * 2 + First) * Part + Lane % Part)...);
}

/// Turns pairs of numbers of `Unit` elements, where the pairs of side_of_square rows lie together in pieces of 32 bytes.
template <std::size_t Unit, class Value>
DIAGC_LINEAR_INLINE void turn_pairs(const Value* from, const std::uint64_t* row_offsets, Value* to,
                                    const std::uint64_t* column_offsets) {
  using Number = MovedNumber<sizeof(Value)>;
  using V = typename Vector<Number>::Type;
  using Lanes = std::make_index_sequence<Vector<Number>::lanes>;
  constexpr std::size_t part = Unit * sizeof(Value) / sizeof(Number),
                        rows_of_piece = 16 / (Unit * sizeof(Value));
  const auto place = [&](std::size_t piece) {
    return from + row_offsets[piece * rows_of_piece * Unit];
  };
  const V low = gathered<Number, 32, 64, 0>(place), high = gathered<Number, 32, 64, 2>(place);
  const V first = every_second<Number, part, 0>(low, high, Lanes()),
          second = every_second<Number, part, 1>(low, high, Lanes());
  std::memcpy(static_cast<void*>(to + column_offsets[0]), &first, sizeof first);
  std::memcpy(static_cast<void*>(to + column_offsets[1]), &second, sizeof second);
}

/// Turns numbers of `Unit` elements, `columns` of which lie together in each of `rows` rows, no more than side_of_square, where pieces of `Piece`
/// bytes can be read that have as many numbers or more. A column's numbers come to lie at to + column_offsets[column], where a row's lie at
/// from + row_offsets[row · Unit].
template <std::size_t Unit, std::size_t Piece, class Value>
DIAGC_LINEAR_INLINE void turn_part(const Value* from, const std::uint64_t* row_offsets,
                                   std::size_t rows, Value* to, const std::uint64_t* column_offsets,
                                   std::size_t columns) {
  using Number = MovedNumber<sizeof(Value)>;
  using V = typename Vector<Number>::Type;
  constexpr std::size_t number_bytes = Unit * sizeof(Value), held = Piece / number_bytes;
  V turned[held];
#pragma GCC unroll 16
  for (std::size_t row = 0; row < held; ++row) {
    turned[row] = gathered<Number, Piece, 64, 0>([&](std::size_t piece) {
      return from + row_offsets[std::min(row + held * piece, rows - 1) * Unit];
    });
  }
  turn_blocks<Number, number_bytes / sizeof(Number), held, held / 2>(turned);
  const std::size_t bytes = rows * number_bytes;
#pragma GCC unroll 16
  for (std::size_t column = 0; column < held; ++column) {
    if (column == columns) break;
    Value* own = to + column_offsets[column];
    if (bytes == sizeof(V))
      std::memcpy(static_cast<void*>(own), &turned[column], sizeof(V));
    else
      write_first<Number, 64>(reinterpret_cast<std::byte*>(own), turned[column], bytes);
  }
}

}  // namespace diagc::linear
