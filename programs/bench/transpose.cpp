#include "programs/bench/transpose.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace diagc::bench {

namespace {

/// An axis with its strides in both arrays.
struct MovedAxis {
  std::uint64_t extent, from, to;
};

std::vector<std::uint64_t> offsets_in(const std::vector<MovedAxis>& axes,
                                      std::uint64_t MovedAxis::* stride) {
  std::vector<TransposedAxis> own;
  for (const MovedAxis& axis : axes) own.push_back({axis.extent, axis.*stride});
  return offsets(own);
}

/// What a block has of each array's fastest axes.
constexpr std::uint64_t piece_of_block = 512;
/// Larger arrays are written past the caches.
constexpr std::uint64_t bytes_of_caches = 16 << 20;

/// Bytes that are moved as one number.
template <std::size_t Bytes>
struct Unit {
  std::byte bytes[Bytes];
};

typedef float Quarter __attribute__((vector_size(16)));
typedef double Half __attribute__((vector_size(16)));

template <class V>
V load(const void* from) {
  V vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <bool Streams, class V>
void store(void* to, V vector) {
#ifdef __x86_64__
  if constexpr (Streams) {
    __asm__("movntps %1, %0" : "=m"(*static_cast<V*>(to)) : "x"(vector));
    return;
  }
#endif
  std::memcpy(to, &vector, sizeof vector);
}

/// The tables of one transpose: a block's rows are its axes beside the columns, which lie together in what is written.
struct BlockTables {
  std::vector<std::uint64_t> row_from, row_to, column_from;
};

/// Numbers that a square of registers has in a row: 0 where the unit has no squares.
template <class U>
constexpr std::size_t side = sizeof(U) == 4   ? 4
                             : sizeof(U) == 8 ? 2
                                              : 0;

/// A square of `side` rows and columns. Rows lie together in what is read, columns in what is written.
template <bool Streams>
void turn(const Unit<4>* from, const std::uint64_t* columns, Unit<4>* to,
          const std::uint64_t* rows) {
  const auto a = load<Quarter>(from + columns[0]), b = load<Quarter>(from + columns[1]),
             c = load<Quarter>(from + columns[2]), d = load<Quarter>(from + columns[3]);
  const Quarter ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7),
                cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store<Streams>(to + rows[0], __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
  store<Streams>(to + rows[1], __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  store<Streams>(to + rows[2], __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  store<Streams>(to + rows[3], __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

template <bool Streams>
void turn(const Unit<8>* from, const std::uint64_t* columns, Unit<8>* to,
          const std::uint64_t* rows) {
  const auto a = load<Half>(from + columns[0]), b = load<Half>(from + columns[1]);
  store<Streams>(to + rows[0], __builtin_shufflevector(a, b, 0, 2));
  store<Streams>(to + rows[1], __builtin_shufflevector(a, b, 1, 3));
}

template <bool Streams, class U>
void move_unit(const U* from, U* to) {
  if constexpr (sizeof(U) % 16 == 0) {
    for (std::size_t byte = 0; byte < sizeof(U); byte += 16)
      store<Streams>(reinterpret_cast<std::byte*>(to) + byte,
                     load<Quarter>(reinterpret_cast<const std::byte*>(from) + byte));
  } else {
    *to = *from;
  }
}

/// `next`: where the next block is read.
template <bool Streams, class U>
void move_block(const BlockTables& tables, bool squares, const U* from, const U* next, U* to) {
  constexpr std::uint64_t line = std::max<std::uint64_t>(64 / sizeof(U), 1);
  const std::size_t rows = tables.row_from.size(), columns = tables.column_from.size();
  const std::uint64_t* column_from = tables.column_from.data();
  if constexpr (side<U> > 0) {
    if (squares) {
      for (std::size_t row = 0; row < rows; row += side<U>) {
        const U* read = from + tables.row_from[row];
        const bool begins_line = row % line == 0;
        for (std::size_t column = 0; column < columns; column += side<U>) {
          if (begins_line) {
            for (std::size_t k = 0; k < side<U>; ++k)
              __builtin_prefetch(next + tables.row_from[row] + column_from[column + k]);
          }
          turn<Streams>(read, column_from + column, to + column, tables.row_to.data() + row);
        }
      }
      return;
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const U* read = from + tables.row_from[row];
    U* write = to + tables.row_to[row];
    const bool begins_line = tables.row_from[row] % line == 0;
    for (std::size_t column = 0; column < columns; ++column) {
      if (begins_line) __builtin_prefetch(next + tables.row_from[row] + column_from[column]);
      move_unit<Streams>(read + column_from[column], write + column);
    }
  }
}

/// Axes in units, none of them fastest in both arrays.
template <class U>
void move_all(std::vector<MovedAxis> left, const U* from, U* to, std::uint64_t bytes) {
  const auto take = [&left](std::uint64_t MovedAxis::* by) {
    std::vector<MovedAxis> taken;
    std::uint64_t elements = 1;
    while (!left.empty() && elements * sizeof(U) < piece_of_block) {
      const auto fastest = std::ranges::min_element(left, std::less(), by);
      elements *= fastest->extent;
      taken.insert(taken.begin(), *fastest);
      left.erase(fastest);
    }
    return taken;
  };
  const auto columns = take(&MovedAxis::to), rows = take(&MovedAxis::from);
  const BlockTables tables{offsets_in(rows, &MovedAxis::from), offsets_in(rows, &MovedAxis::to),
                           offsets_in(columns, &MovedAxis::from)};
  const std::size_t width = tables.column_from.size(), height = tables.row_from.size();
  bool squares = side<U> > 0 && width % std::max<std::size_t>(side<U>, 1) == 0 &&
                 height % std::max<std::size_t>(side<U>, 1) == 0;
  for (std::size_t row = 0; squares && row < height; row += side<U>)
    for (std::size_t k = 1; k < side<U>; ++k)
      squares = squares && tables.row_from[row + k] == tables.row_from[row] + k;
  // Past the caches in pieces of 16 bytes, at multiples of that.
  const bool pieces = sizeof(U) % 16 == 0 || squares;
  const bool aligned =
      reinterpret_cast<std::uintptr_t>(to) % 16 == 0 && width * sizeof(U) % 16 == 0;
  const bool streams = bytes > bytes_of_caches && pieces && aligned;
  const std::size_t half = left.size() / 2;
  const std::vector<MovedAxis> outer(left.begin(),
                                     left.begin() + static_cast<std::ptrdiff_t>(half)),
      inner(left.begin() + static_cast<std::ptrdiff_t>(half), left.end());
  const auto outer_from = offsets_in(outer, &MovedAxis::from),
             outer_to = offsets_in(outer, &MovedAxis::to),
             inner_from = offsets_in(inner, &MovedAxis::from),
             inner_to = offsets_in(inner, &MovedAxis::to);
  for (std::size_t o = 0; o < outer_from.size(); ++o) {
    for (std::size_t i = 0; i < inner_from.size(); ++i) {
      const bool is_last = i + 1 == inner_from.size();
      const std::uint64_t after = is_last ? outer_from[std::min(o + 1, outer_from.size() - 1)]
                                          : outer_from[o] + inner_from[i + 1];
      const U* read = from + outer_from[o] + inner_from[i];
      U* write = to + outer_to[o] + inner_to[i];
      if (streams)
        move_block<true>(tables, squares, read, from + after, write);
      else
        move_block<false>(tables, squares, read, from + after, write);
    }
  }
#ifdef __x86_64__
  if (streams) __builtin_ia32_sfence();
#endif
}

/// Pieces of `Bytes` as units, where they have as many.
template <std::size_t Bytes, class Value>
bool move_units(const std::vector<MovedAxis>& axes, std::uint64_t run, const Value* from, Value* to,
                std::uint64_t bytes) {
  if (run * sizeof(Value) != Bytes) return false;
  std::vector<MovedAxis> units = axes;
  for (MovedAxis& axis : units) axis = {axis.extent, axis.from / run, axis.to / run};
  move_all(std::move(units), reinterpret_cast<const Unit<Bytes>*>(from),
           reinterpret_cast<Unit<Bytes>*>(to), bytes);
  return true;
}

}  // namespace

std::vector<std::uint64_t> offsets(const std::vector<TransposedAxis>& axes) {
  std::vector<std::uint64_t> result{0};
  for (const TransposedAxis& axis : axes) {
    std::vector<std::uint64_t> next;
    next.reserve(result.size() * axis.extent);
    for (const std::uint64_t offset : result)
      for (std::uint64_t k = 0; k < axis.extent; ++k) next.push_back(offset + k * axis.stride);
    result.swap(next);
  }
  return result;
}

template <class Value>
void transpose(const std::vector<TransposedAxis>& axes, const Value* from, Value* to) {
  std::vector<MovedAxis> left;
  std::uint64_t elements = 1;
  for (std::size_t axis = axes.size(); axis-- > 0; elements *= axes[axis].extent) {
    if (axes[axis].extent > 1)
      left.insert(left.begin(), {axes[axis].extent, axes[axis].stride, elements});
  }
  // What lies together in both arrays is moved as one.
  std::uint64_t run = 1;
  while (!left.empty() && left.back().from == run) {
    run *= left.back().extent;
    left.pop_back();
  }
  const std::uint64_t bytes = elements * sizeof(Value);
  if (move_units<4>(left, run, from, to, bytes) || move_units<8>(left, run, from, to, bytes) ||
      move_units<16>(left, run, from, to, bytes) || move_units<32>(left, run, from, to, bytes) ||
      move_units<64>(left, run, from, to, bytes))
    return;
  const std::size_t half = left.size() / 2;
  const std::vector<MovedAxis> outer(left.begin(),
                                     left.begin() + static_cast<std::ptrdiff_t>(half)),
      inner(left.begin() + static_cast<std::ptrdiff_t>(half), left.end());
  const auto outer_from = offsets_in(outer, &MovedAxis::from),
             outer_to = offsets_in(outer, &MovedAxis::to),
             inner_from = offsets_in(inner, &MovedAxis::from),
             inner_to = offsets_in(inner, &MovedAxis::to);
  for (std::size_t o = 0; o < outer_from.size(); ++o)
    for (std::size_t i = 0; i < inner_from.size(); ++i)
      std::memcpy(static_cast<void*>(to + outer_to[o] + inner_to[i]),
                  from + outer_from[o] + inner_from[i], run * sizeof(Value));
}

template void transpose(const std::vector<TransposedAxis>&, const float*, float*);
template void transpose(const std::vector<TransposedAxis>&, const std::complex<float>*,
                        std::complex<float>*);

}  // namespace diagc::bench
