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
constexpr std::uint64_t piece_of_block = 1024;
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

/// A block of the array, the fastest axes of both: offsets of its parts, and in each part of its columns, which lie together in what is written.
/// Where numbers are turned in squares, a part is a square.
struct BlockTables {
  std::vector<std::uint64_t> parts_from, parts_to, columns_from;
  std::vector<std::uint64_t> square_to;  ///< of a square's rows; empty: no squares
  std::vector<std::uint64_t> lines;      ///< of what is read: one offset in each
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

/// `next`: where the next block is read, which is fetched meanwhile.
template <bool Streams, class U>
void move_block(const BlockTables& tables, const U* from, const U* next, U* to) {
  const std::size_t parts = tables.parts_from.size(), columns = tables.columns_from.size();
  const std::size_t lines = tables.lines.size();
  const std::uint64_t* offsets = tables.columns_from.data();
  std::size_t line = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    for (; line * parts < lines * (part + 1); ++line) __builtin_prefetch(next + tables.lines[line]);
    const U* read = from + tables.parts_from[part];
    U* write = to + tables.parts_to[part];
    if constexpr (side<U> > 0) {
      if (!tables.square_to.empty()) {
        turn<Streams>(read, offsets, write, tables.square_to.data());
        continue;
      }
    }
    for (std::size_t column = 0; column < columns; ++column)
      move_unit<Streams>(read + offsets[column], write + column);
  }
}

/// Axes of extents that are even as several of extent 2.
std::vector<MovedAxis> halved(const std::vector<MovedAxis>& axes) {
  std::vector<MovedAxis> result;
  for (MovedAxis axis : axes) {
    for (; axis.extent % 2 == 0; axis = {axis.extent / 2, 2 * axis.from, 2 * axis.to})
      result.push_back({2, axis.from, axis.to});
    if (axis.extent > 1) result.push_back(axis);
  }
  return result;
}

/// Moves axes out of `left`: those that are fastest by `stride`, up to so many elements.
std::uint64_t take_fastest(std::vector<MovedAxis>& left, std::vector<MovedAxis>& taken,
                           std::uint64_t MovedAxis::* stride, std::uint64_t most) {
  std::uint64_t elements = 1;
  while (elements < most) {
    const auto fits = [&](const MovedAxis& axis) { return axis.*stride == elements; };
    auto fastest = std::ranges::find_if(taken, fits);
    if (fastest == taken.end()) {
      const auto found = std::ranges::find_if(left, fits);
      if (found == left.end()) break;
      taken.push_back(*found);
      left.erase(found);
      fastest = taken.end() - 1;
    }
    elements *= fastest->extent;
  }
  return elements;
}

/// Takes the axes of a block out of all axes.
template <class U>
BlockTables tables_of(std::vector<MovedAxis>& left) {
  constexpr std::uint64_t piece = std::max<std::uint64_t>(piece_of_block / sizeof(U), 1);
  std::vector<MovedAxis> block;
  const std::uint64_t width = take_fastest(left, block, &MovedAxis::to, piece);
  take_fastest(left, block, &MovedAxis::from, piece);
  BlockTables tables;
  tables.lines = offsets_in(block, &MovedAxis::from);
  std::ranges::sort(tables.lines);
  constexpr std::uint64_t line = std::max<std::uint64_t>(64 / sizeof(U), 1);
  const auto same = [](std::uint64_t a, std::uint64_t b) { return a / line == b / line; };
  tables.lines.erase(std::unique(tables.lines.begin(), tables.lines.end(), same),
                     tables.lines.end());
  std::ranges::sort(block, std::greater(), &MovedAxis::to);
  std::vector<MovedAxis> parts = block, columns, rows;
  if constexpr (side<U> > 0) {
    const std::uint64_t high = take_fastest(parts, rows, &MovedAxis::from, side<U>);
    const std::uint64_t wide = take_fastest(parts, columns, &MovedAxis::to, side<U>);
    if (high != side<U> || wide != side<U>) {
      parts = block;
      rows.clear();
      columns.clear();
    }
  }
  if (rows.empty()) {
    std::erase_if(parts, [&](const MovedAxis& axis) { return axis.to < width; });
    take_fastest(block, columns, &MovedAxis::to, width);
  } else {
    std::ranges::sort(rows, std::greater(), &MovedAxis::from);
    tables.square_to = offsets_in(rows, &MovedAxis::to);
  }
  std::ranges::sort(columns, std::greater(), &MovedAxis::to);
  tables.parts_from = offsets_in(parts, &MovedAxis::from);
  tables.parts_to = offsets_in(parts, &MovedAxis::to);
  tables.columns_from = offsets_in(columns, &MovedAxis::from);
  return tables;
}

/// Of the slower and the faster half of some axes: two short tables in place of a long one.
struct HalvesOffsets {
  std::vector<std::uint64_t> outer_from, outer_to, inner_from, inner_to;
};

HalvesOffsets offsets_of_halves(const std::vector<MovedAxis>& axes) {
  const auto half = axes.begin() + static_cast<std::ptrdiff_t>(axes.size() / 2);
  const std::vector<MovedAxis> outer(axes.begin(), half), inner(half, axes.end());
  return {offsets_in(outer, &MovedAxis::from), offsets_in(outer, &MovedAxis::to),
          offsets_in(inner, &MovedAxis::from), offsets_in(inner, &MovedAxis::to)};
}

/// Axes in units.
template <class U>
void move_all(std::vector<MovedAxis> left, const U* from, U* to, std::uint64_t bytes) {
  left = halved(left);
  const BlockTables tables = tables_of<U>(left);
  // Past the caches in pieces of 16 bytes, at multiples of that.
  const bool streams = bytes > bytes_of_caches &&
                       (sizeof(U) % 16 == 0 || !tables.square_to.empty()) &&
                       reinterpret_cast<std::uintptr_t>(to) % 16 == 0;
  const auto [outer_from, outer_to, inner_from, inner_to] = offsets_of_halves(left);
  for (std::size_t o = 0; o < outer_from.size(); ++o) {
    for (std::size_t i = 0; i < inner_from.size(); ++i) {
      const bool is_last = i + 1 == inner_from.size();
      const std::uint64_t after = is_last ? outer_from[std::min(o + 1, outer_from.size() - 1)]
                                          : outer_from[o] + inner_from[i + 1];
      const U* read = from + outer_from[o] + inner_from[i];
      U* write = to + outer_to[o] + inner_to[i];
      if (streams)
        move_block<true>(tables, read, from + after, write);
      else
        move_block<false>(tables, read, from + after, write);
    }
  }
#ifdef __x86_64__
  if (streams) __builtin_ia32_sfence();
#endif
}

/// Pieces of `Bytes` as units, where runs are units or, of whole lines, made of them.
template <std::size_t Bytes, class Value>
bool move_units(std::vector<MovedAxis> axes, std::uint64_t run, const Value* from, Value* to,
                std::uint64_t bytes) {
  const std::uint64_t run_bytes = run * sizeof(Value);
  if (run_bytes != Bytes && (Bytes < 64 || run_bytes % Bytes != 0)) return false;
  constexpr std::uint64_t unit = std::max<std::uint64_t>(Bytes / sizeof(Value), 1);
  for (MovedAxis& axis : axes) axis = {axis.extent, axis.from / unit, axis.to / unit};
  if (run > unit) axes.push_back({run / unit, 1, 1});
  move_all(std::move(axes), reinterpret_cast<const Unit<Bytes>*>(from),
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
  const auto [outer_from, outer_to, inner_from, inner_to] = offsets_of_halves(left);
  for (std::size_t o = 0; o < outer_from.size(); ++o)
    for (std::size_t i = 0; i < inner_from.size(); ++i)
      std::memcpy(static_cast<void*>(to + outer_to[o] + inner_to[i]),
                  from + outer_from[o] + inner_from[i], run * sizeof(Value));
}

template void transpose(const std::vector<TransposedAxis>&, const float*, float*);
template void transpose(const std::vector<TransposedAxis>&, const std::complex<float>*,
                        std::complex<float>*);

}  // namespace diagc::bench
