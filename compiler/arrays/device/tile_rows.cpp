#include "compiler/arrays/device/tile_rows.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

namespace diagc::arrays {

namespace {

/// A part of an axis, side by side in a tile: every how many rows it moves on, and its stride in c.
struct TileAxis {
  std::uint64_t extent, place, c;
};

/// The axes of a tile from the fastest on, or none where it is no product of parts of axes.
std::vector<TileAxis> tile_axes(const DeviceStep& step, std::uint64_t rows) {
  std::vector<TileAxis> axes;
  std::uint64_t place = 1;
  for (std::size_t k = step.rows.size(); k-- > 0 && place < rows;) {
    const std::uint64_t whole = step.rows[k].extent, extent = std::min(whole, rows / place);
    if (rows % (place * extent) != 0 || whole % extent != 0) return {};
    axes.push_back({extent, place, step.rows[k].c});
    place *= extent;
  }
  return place == rows ? axes : std::vector<TileAxis>{};
}

/// The same with axes of extent 2, or none where an extent is no power of two.
std::vector<TileAxis> axes_of_two(const std::vector<TileAxis>& axes) {
  std::vector<TileAxis> bits;
  for (const TileAxis& axis : axes) {
    if (!std::has_single_bit(axis.extent)) return {};
    for (std::uint64_t below = 1; below < axis.extent; below *= 2)
      bits.push_back({2, axis.place * below, axis.c * below});
  }
  return bits;
}

/// Of a function of a row, which sums the index along each axis times a number: one axis.
struct IndexPart {
  std::uint64_t place, extent, times;
};

std::string function_text(const char* name, std::vector<IndexPart> terms) {
  std::ranges::sort(terms, {}, &IndexPart::place);
  std::vector<IndexPart> joined;
  for (const IndexPart& term : terms) {
    if (!joined.empty() && joined.back().place * joined.back().extent == term.place &&
        joined.back().times * joined.back().extent == term.times)
      joined.back().extent *= term.extent;
    else
      joined.push_back(term);
  }
  // The whole row as it is.
  if (joined.size() == 1 && joined[0].place == joined[0].times) joined.clear();
  std::string text;
  for (const IndexPart& term : joined) {
    text += fmt::format("{}i / {} % {} * {}", text.empty() ? "" : " + ", term.place, term.extent,
                        term.times);
  }
  return fmt::format(
      "  __device__ static __forceinline__ unsigned {}(unsigned i) {{\n    return {};\n  }}\n",
      name, text.empty() ? "i" : text);
}

/// Whether packs of rows that are neighbours in c lie in it as packs do in memory.
bool has_packs_of_c(const DeviceStep& step, std::uint64_t pack) {
  for (const auto* axes : {&step.batch, &step.rows, &step.columns}) {
    for (const PlanAxis& axis : *axes)
      if (axis.c == 1 ? axis.extent % pack != 0 : axis.c % pack != 0) return false;
  }
  return true;
}

/// Places rows so that threads side by side, eight of a warp, have neighbours in c. False where they cannot.
bool place_rows(TileRows& own, const DeviceStep& step, const HeldSums& held,
                const RowOrder& order) {
  constexpr std::size_t lanes_of_rows = 3;  // of the bits of a lane
  std::vector<TileAxis> bits = axes_of_two(tile_axes(step, held.tile_rows()));
  const auto neighbours = std::ranges::find(bits, 1, &TileAxis::c);
  if (order.pack != 2 || neighbours == bits.end() || !has_packs_of_c(step, order.pack))
    return false;
  // A thread has packs of two rows, which lie side by side in a where packs of it are read.
  const bool are_in_a = order.a_is_packed && neighbours != bits.begin();
  const std::uint64_t packs = held.rows / order.pack;
  if (are_in_a && packs < 2) return false;
  own.beside = are_in_a ? order.pack : 1;
  own.gap = order.pack;
  const std::uint64_t pitch = held.threads_of_rows * order.pack + own.gap;
  std::vector<IndexPart> terms;
  const auto put = [&](std::size_t bit, std::uint64_t times) {
    terms.push_back({bits[bit].place, 2, times});
    bits.erase(bits.begin() + static_cast<std::ptrdiff_t>(bit));
  };
  const auto index = static_cast<std::size_t>(neighbours - bits.begin());
  put(index, are_in_a ? pitch : 1);
  if (are_in_a) put(0, 1);
  std::ranges::stable_sort(bits, {}, &TileAxis::c);
  // What is copied together has neighbours in a: these are to meet other banks.
  std::ranges::sort(
      bits.begin(),
      bits.begin() + static_cast<std::ptrdiff_t>(std::min(bits.size(), lanes_of_rows)),
      std::ranges::greater{}, &TileAxis::place);
  std::uint64_t thread = 1, of_thread = are_in_a ? 2 : 1;
  while (!bits.empty()) {
    const bool is_thread = thread < held.threads_of_rows;
    put(0, is_thread ? thread * order.pack : of_thread * pitch);
    (is_thread ? thread : of_thread) *= 2;
  }
  own.functions += function_text("row_placed", terms);
  return true;
}

/// Neighbours in c one after the other, where the tile is a product of parts of axes.
void write_in_order(TileRows& own, const DeviceStep& step, const HeldSums& held,
                    const RowOrder& order) {
  own.spread = held.tile_rows();
  std::vector<TileAxis> axes;
  if (!order.c_by_column && own.beside == 0) axes = tile_axes(step, held.tile_rows());
  std::ranges::stable_sort(axes, {}, &TileAxis::c);
  std::vector<IndexPart> terms;
  std::uint64_t below = 1;
  for (const TileAxis& axis : axes) {
    terms.push_back({below, axis.extent, axis.place});
    below *= axis.extent;
  }
  own.functions += function_text("row_written", terms);
  if (!std::ranges::is_sorted(axes, {}, &TileAxis::place) && axes.front().place % order.pack == 0)
    own.spread = axes.front().place;
}

}  // namespace

TileRows tile_rows(const DeviceStep& step, const HeldSums& held, const RowOrder& order) {
  TileRows own;
  if (order.c_is_packed) own.beside = 1;
  const bool is_placed =
      !order.c_is_packed && !order.c_by_column && place_rows(own, step, held, order);
  if (!is_placed) own.functions += function_text("row_placed", {});
  write_in_order(own, step, held, order);
  return own;
}

}  // namespace diagc::arrays
