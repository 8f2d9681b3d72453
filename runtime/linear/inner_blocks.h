// How the sum of an inner product is cut into blocks, and how the elements of a block come to lie in one piece.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "runtime/linear/elements.h"
#include "runtime/linear/offsets.h"

namespace diagc::linear::inner {

/// Bytes that a block has of the fastest axes of each array, in one piece if the axes allow and the block stays small.
inline constexpr std::uint64_t piece_bytes = 256;
/// Of a block, all rows and columns together: they stay in the second cache while they take turns.
inline constexpr std::uint64_t block_bytes = 256 << 10U;
inline constexpr std::uint64_t least_of_block = 256, most_of_block = 4096;  ///< summed values

/// Axes without those of extent 1; neighbours in both arrays are one; long ones are cut where a factor between 16 and 64 allows.
inline std::vector<Axis> simple_axes(std::vector<Axis> axes) {
  std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1; });
  std::ranges::stable_sort(axes, std::greater(), &Axis::a);
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    if (!merged.empty() && merged.back().a == axis.a * axis.extent &&
        merged.back().b == axis.b * axis.extent) {
      merged.back() = {merged.back().extent * axis.extent, axis.a, axis.b, 0};
    } else {
      merged.push_back(axis);
    }
  }
  std::vector<Axis> cut;
  for (const Axis& axis : merged) {
    std::uint64_t factor = std::min<std::uint64_t>(axis.extent, 64);
    while (factor > 16 && axis.extent % factor != 0) --factor;
    if (axis.extent > 64 && axis.extent % factor == 0)
      cut.push_back({axis.extent / factor, axis.a * factor, axis.b * factor, 0});
    else
      factor = axis.extent;
    cut.push_back({factor, axis.a, axis.b, 0});
  }
  return cut;
}

/// The summed axes as blocks: `block` of them, of whose first axis a block may have a part.
struct Blocks {
  std::vector<Axis> outer, block;
  std::uint64_t first_extent = 1,
                first_part = 1;     ///< of the block's first axis: all of it, and what a block has
  std::uint64_t inner = 1;          ///< elements of the block's other axes
  std::uint64_t of_first = 1;       ///< blocks along the first axis
  std::uint64_t all = 1;            ///< blocks
  std::vector<std::uint64_t> a, b;  ///< offsets of a full block

  /// Lines of both arrays are read whole. The fastest axes of the one that has longer runs of summed values are the fastest of a block, too.
  Blocks(const std::vector<Axis>& summed, std::uint64_t rows, std::uint64_t columns,
         std::uint64_t element_bytes)
      : outer(simple_axes(summed)) {
    const std::uint64_t most =
        std::clamp(block_bytes / ((rows + columns) * element_bytes), least_of_block, most_of_block);
    std::uint64_t piece = piece_bytes / element_bytes;
    while (piece * piece > most && piece * element_bytes > 64) piece /= 2;
    std::uint64_t elements = 1;
    bool is_full = false;
    const auto take = [&](std::uint64_t Axis::* stride) {
      // Axes that this array does not have come last.
      const auto key = [&](const Axis& axis) { return axis.*stride - 1; };
      for (std::uint64_t taken = 1; taken < piece && !outer.empty() && !is_full;) {
        const auto fastest = std::ranges::min_element(outer, std::less(), key);
        if (!block.empty() && elements * fastest->extent > most) return;
        block.insert(block.begin(), *fastest);
        elements *= fastest->extent;
        taken *= fastest->extent;
        is_full = elements > most;
        outer.erase(fastest);
      }
    };
    const std::uint64_t run_a = run_of(&Axis::a), run_b = run_of(&Axis::b);
    const bool begins_with_b = run_a < run_b || (run_a == run_b && rows < columns);
    take(begins_with_b ? &Axis::b : &Axis::a);
    take(begins_with_b ? &Axis::a : &Axis::b);
    if (!block.empty()) {
      first_extent = block.front().extent;
      inner = elements / first_extent;
      first_part = std::clamp<std::uint64_t>(most / inner, 1, first_extent);
      block.front().extent = first_part;
      of_first = (first_extent + first_part - 1) / first_part;
    }
    all = count(outer) * of_first;
    a.resize(first_part * inner);
    b.resize(first_part * inner);
    fill_offsets(block, &Axis::a, 0, a);
    fill_offsets(block, &Axis::b, 0, b);
  }

  std::uint64_t elements() const { return count(outer) * first_extent * inner; }

 private:
  /// Summed values that lie next to each other in an array, of axes that are all in `outer`.
  std::uint64_t run_of(std::uint64_t Axis::* stride) const {
    std::uint64_t run = 1;
    for (;;) {
      const auto next = std::ranges::find(outer, run, stride);
      if (next == outer.end()) return run;
      run *= next->extent;
    }
  }
};

/// How one array's share of a block lies.
struct Pieces {
  const std::vector<std::uint64_t>* offsets = nullptr;
  std::uint64_t run = 1;             ///< elements that lie in one piece
  std::vector<std::uint64_t> lines;  ///< offsets of the lines that a block touches

  Pieces(const std::vector<std::uint64_t>& own, std::uint64_t element_bytes) : offsets(&own) {
    const auto breaks = [&](std::uint64_t length) {
      for (std::uint64_t k = 1; k < own.size(); ++k)
        if (k % length != 0 && own[k] != own[k - 1] + 1) return true;
      return false;
    };
    run = 1;
    while (run < own.size() && own[run] == own[run - 1] + 1) ++run;
    if (own.size() % run != 0 || breaks(run)) run = 1;
    std::vector<std::uint64_t> sorted = own;
    std::ranges::sort(sorted);
    const std::uint64_t line = std::max<std::uint64_t>(64 / element_bytes, 1);
    for (const std::uint64_t offset : sorted)
      if (lines.empty() || offset >= lines.back() + line) lines.push_back(offset);
  }
};

/// Pieces of so many bytes, next to each other in what is read.
template <std::size_t Bytes, class Value>
DIAGC_LINEAR_INLINE void gather_pieces(const Value* from, const std::uint64_t* offsets,
                                       std::uint64_t length, Value* gathered) {
  constexpr std::uint64_t piece = Bytes / sizeof(Value);
  for (std::uint64_t k = 0; k < length; k += piece)
    std::memcpy(static_cast<void*>(gathered + k), from + offsets[k], Bytes);
}

/// Elements of a block in one piece: where they lie, or gathered.
template <class Value>
DIAGC_LINEAR_INLINE const Value* block_of(const Value* from, const Pieces& pieces,
                                          std::uint64_t length, Value* gathered) {
  const std::uint64_t* offsets = pieces.offsets->data();
  if (pieces.run >= length) return from + offsets[0];
  const std::uint64_t unit = std::gcd(pieces.run, length) * sizeof(Value);
  if (unit % 64 == 0) {
    gather_pieces<64>(from, offsets, length, gathered);
  } else if (unit % 32 == 0) {
    gather_pieces<32>(from, offsets, length, gathered);
  } else if (unit % 16 == 0) {
    gather_pieces<16>(from, offsets, length, gathered);
  } else {
    gather_pieces<sizeof(Value)>(from, offsets, length, gathered);
  }
  return gathered;
}

}  // namespace diagc::linear::inner
