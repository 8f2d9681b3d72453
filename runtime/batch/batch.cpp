#include "runtime/batch/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "runtime/system/checked.h"

namespace diagc {
namespace {

/// Rows of a transposition at a time. Loading reads each configuration in one go and fills whole
/// lines; storing fills the lines of so many configurations before it goes on.
constexpr std::size_t whole = SIZE_MAX, store_block = 64;

/// to[r * to_stride + Step * i] = from[i * from_stride + r], for r < rows, i < Tile. The fixed size
/// makes whole vectors of the inner loop: gathered and, for Step 1, stored at once.
template <std::size_t Tile, std::size_t Step, class From, class To>
void transpose_tile(const From* __restrict from, std::size_t from_stride, To* __restrict to,
                    std::size_t to_stride, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < Tile; ++i) {
      to[r * to_stride + Step * i] = static_cast<To>(from[i * from_stride + r]);
    }
  }
}

/// Asks for the cache lines of elements that are read soon. A tile reads a few lines at each of
/// many places, which the processor does not see coming from memory. Into the second cache: the
/// first has few requests under way at a time, and does not gain.
template <class T>
void prefetch(const T* first, std::size_t count) {
  constexpr std::size_t per_line = 64 / sizeof(T);
  for (std::size_t i = 0; i < count; i += per_line) __builtin_prefetch(first + i, 0, 2);
}

/// to[r * to_stride + Step * c] = from[c * from_stride + r], for r < rows, c < columns, tile by
/// tile along `to`, at most `block` rows at a time. From `from` on `readable` columns exist.
template <std::size_t Step, class From, class To>
void transpose(const From* from, std::size_t from_stride, To* to, std::size_t to_stride,
               std::size_t rows, std::size_t columns, std::size_t block, std::size_t readable = 0) {
  constexpr std::size_t tiles_ahead = 8;
  for (std::size_t r = 0; r < rows; r += std::min(block, rows - r)) {
    const auto height = std::min(block, rows - r);
    std::size_t c = 0;
    const auto tiles_of = [&]<std::size_t Tile>() {
      for (; c + Tile <= columns; c += Tile) {
        const std::size_t next = c + tiles_ahead * Tile;
        if (Tile == 16 && from_stride == rows && next + Tile <= readable)
          prefetch(from + next * from_stride, Tile * from_stride);
        transpose_tile<Tile, Step>(from + c * from_stride + r, from_stride,
                                   to + r * to_stride + Step * c, to_stride, height);
      }
    };
    tiles_of.template operator()<16>();
    tiles_of.template operator()<4>();
    tiles_of.template operator()<1>();
  }
}

template <std::size_t FromStep, std::size_t ToStep, class From, class To>
void copy(const From* __restrict from, To* __restrict to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[ToStep * i] = static_cast<To>(from[FromStep * i]);
}

template <class T>
void zero(T* to, std::size_t step, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[step * i] = 0;
}

void require(bool holds, const char* call, const char* what) {
  if (!holds) throw std::logic_error(fmt::format("{}: {}", call, what));
}

/// What both directions ask of their arguments.
template <class Byte, class T>
void check(const char* call, const ArrayView<Byte>& array, std::size_t first, std::size_t count,
           Leaves leaves, const RowsView<T>& rows) {
  require(first <= array.configurations && count <= array.configurations - first, call,
          "configurations beyond the array's end");
  require(count <= rows.columns && rows.columns <= rows.stride, call,
          "more configurations than columns");
  require(rows.rows == array.leaves * rows_per_leaf(leaves), call,
          "the number of rows is not that of the array's leaves");
  const bool by_configuration = array.layout == Layout::configuration_leaf;
  require(array.stride >= (by_configuration ? array.leaves : array.configurations), call,
          "the array's stride is too short");
  const auto alignment = component_size(array.type);
  require(reinterpret_cast<std::uintptr_t>(array.data) % alignment == 0, call,
          "the array is not aligned for its elements");
}

template <class From, class T>
void load(const ConstArray& array, std::size_t first, std::size_t count, Leaves leaves,
          RowsView<T> to) {
  const std::size_t parts = is_complex(array.type) ? 2 : 1;
  const bool widen = parts == 1 && leaves == Leaves::complex;
  const auto* from = reinterpret_cast<const From*>(array.data);
  const auto outer = parts * array.stride;
  const auto row_step = widen ? 2 : 1;
  if (array.layout == Layout::configuration_leaf) {
    transpose<1>(from + first * outer, outer, to.data, row_step * to.stride, parts * array.leaves,
                 count, whole, array.configurations - first);
  } else {
    for (std::size_t leaf = 0; leaf < array.leaves; ++leaf) {
      const From* source = from + leaf * outer + parts * first;
      if (parts == 1) {
        copy<1, 1>(source, to.row(row_step * leaf), count);
      } else {
        copy<2, 1>(source, to.row(2 * leaf), count);
        copy<2, 1>(source + 1, to.row(2 * leaf + 1), count);
      }
    }
  }
  if (widen) {
    for (std::size_t leaf = 0; leaf < array.leaves; ++leaf) zero(to.row(2 * leaf + 1), 1, count);
  }
}

template <class To, class T>
void store(RowsView<const T> from, Leaves leaves, const MutableArray& array, std::size_t first,
           std::size_t count) {
  const std::size_t parts = is_complex(array.type) ? 2 : 1;
  const bool widen = parts == 2 && leaves == Leaves::real;
  auto* to = reinterpret_cast<To*>(array.data);
  const auto outer = parts * array.stride;
  if (array.layout == Layout::configuration_leaf) {
    To* target = to + first * outer;
    if (widen) {
      transpose<2>(from.data, from.stride, target, outer, count, from.rows, store_block);
      for (std::size_t c = 0; c < count; ++c) zero(target + c * outer + 1, 2, array.leaves);
    } else {
      transpose<1>(from.data, from.stride, target, outer, count, from.rows, store_block);
    }
    return;
  }
  for (std::size_t leaf = 0; leaf < array.leaves; ++leaf) {
    To* target = to + leaf * outer + parts * first;
    if (parts == 1) {
      copy<1, 1>(from.row(leaf), target, count);
    } else if (widen) {
      copy<1, 2>(from.row(leaf), target, count);
      zero(target + 1, 2, count);
    } else {
      copy<1, 2>(from.row(2 * leaf), target, count);
      copy<1, 2>(from.row(2 * leaf + 1), target + 1, count);
    }
  }
}

}  // namespace

template <class T>
Rows<T>::Rows(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  constexpr std::size_t per_line = line / sizeof(T);
  const auto lines = (columns / per_line + (columns % per_line != 0)) | 1;
  const auto bytes = checked_product({std::max<std::size_t>(rows, 1), lines, line});
  if (!bytes) throw std::bad_alloc();
  stride_ = lines * per_line;
  data_.reset(static_cast<T*>(::operator new(rows * lines * line, std::align_val_t{line})));
  std::fill_n(data_.get(), rows * stride_, T{0});
}

template <class T>
void load_configurations(const ConstArray& from, std::size_t first, std::size_t count,
                         Leaves leaves, RowsView<T> to) {
  constexpr auto call = "load_configurations";
  check(call, from, first, count, leaves, to);
  require(!is_complex(from.type) || leaves == Leaves::complex, call, "complex values, real leaves");
  const auto load_from = component_size(from.type) == 4 ? load<float, T> : load<double, T>;
  load_from(from, first, count, leaves, to);
}

template <class T>
void store_configurations(RowsView<const T> from, Leaves leaves, const MutableArray& to,
                          std::size_t first, std::size_t count) {
  constexpr auto call = "store_configurations";
  check(call, to, first, count, leaves, from);
  require(is_complex(to.type) || leaves == Leaves::real, call, "complex leaves, a real array");
  const auto store_to = component_size(to.type) == 4 ? store<float, T> : store<double, T>;
  store_to(from, leaves, to, first, count);
}

template class Rows<float>;
template class Rows<double>;
template void load_configurations(const ConstArray&, std::size_t, std::size_t, Leaves,
                                  RowsView<float>);
template void load_configurations(const ConstArray&, std::size_t, std::size_t, Leaves,
                                  RowsView<double>);
template void store_configurations(RowsView<const float>, Leaves, const MutableArray&, std::size_t,
                                   std::size_t);
template void store_configurations(RowsView<const double>, Leaves, const MutableArray&, std::size_t,
                                   std::size_t);

}  // namespace diagc
