// How a contraction by packed panels is cut into blocks of rows, columns and summed values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/linear/offsets.h"
#include "runtime/linear/packed.h"

namespace diagc::linear::packed {

/// A block of columns stays in the second cache beside the one that is filled; panels of rows are read once for every such block.
inline constexpr std::uint64_t lane_block_bytes = 256 << 10U, row_panel_bytes = 2 << 20U;
inline constexpr std::uint64_t lane_panel_bytes = lane_block_bytes + (64 << 10U);
inline constexpr std::uint64_t shared_sums_bytes = 512 << 10U;
inline constexpr std::uint64_t most_lanes = 1024;  ///< of a block
inline constexpr std::uint64_t most_rows = 2048, few_rows = 256;

static_assert(2 * lane_panel_bytes + row_panel_bytes <= packed_bytes);
static_assert(2 * (few_rows + 12) * 256 * 8 <= row_panel_bytes);

/// Summed values of a block, at most.
template <class Value>
constexpr std::uint64_t most_depth = sizeof(Value) == 16 ? 128 : 256;

/// Axes of a group, the one that is fastest in an array last.
inline std::vector<Axis> by_stride(std::vector<Axis> axes, std::uint64_t Axis::* stride) {
  std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1; });
  std::ranges::stable_sort(axes, std::greater(), stride);
  return axes;
}

/// The summed axes, slow ones in b first. Those that are fastest in either array come last, so that a block of summed values has whole lines of both.
inline std::vector<Axis> summed_axes(const std::vector<Axis>& own, std::uint64_t line) {
  std::vector<Axis> axes = by_stride(own, &Axis::b);
  std::vector<Axis> fastest;
  const auto take = [&](std::uint64_t Axis::* stride) {
    while (!axes.empty()) {
      const auto next = std::ranges::min_element(axes, std::less(), stride);
      if ((*next).*stride >= line || (*next).*stride == 0) return;
      fastest.push_back(*next);
      axes.erase(next);
    }
  };
  take(&Axis::b);
  take(&Axis::a);
  fastest = by_stride(std::move(fastest), &Axis::b);
  axes.insert(axes.end(), fastest.begin(), fastest.end());
  return axes;
}

/// Most values of a batch that are taken in turn, block by block.
inline constexpr std::uint64_t most_members = 16;

/// The axes of a batch, those last of which several values lie in a line of an operand, and how many values these have.
inline std::pair<std::vector<Axis>, std::uint64_t> batch_axes(std::vector<Axis> axes,
                                                              std::uint64_t line) {
  std::uint64_t members = 1;
  const auto nearest = [](const Axis& axis) { return std::min(axis.a, axis.b); };
  axes = by_stride(std::move(axes), &Axis::c);
  std::ranges::stable_sort(axes, std::greater(), nearest);
  for (std::size_t axis = axes.size(); axis-- > 0 && nearest(axes[axis]) < line;) {
    if (members * axes[axis].extent > most_members) break;
    members *= axes[axis].extent;
  }
  return {std::move(axes), members};
}

/// How many neighbours in one array lie next to each other in another one: 4, 2 or 1.
inline std::uint64_t unit_of(const std::vector<Axis>& axes, std::uint64_t Axis::* stride) {
  std::uint64_t together = 1;
  for (std::size_t axis = axes.size(); axis-- > 0 && axes[axis].*stride == together;)
    together *= axes[axis].extent;
  return together % 4 == 0 ? 4 : together % 2 == 0 ? 2 : 1;
}

/// Summed values of a block: as many as the fastest axes have together, so that blocks lie alike and take whole lines.
inline std::uint64_t depth_of(const std::vector<Axis>& summed, std::uint64_t most) {
  std::uint64_t deep = 1;
  std::size_t axis = summed.size();
  for (; axis > 0 && deep * summed[axis - 1].extent <= most; --axis)
    deep *= summed[axis - 1].extent;
  if (axis > 0) {
    for (std::uint64_t part = most / deep; part > 1; --part) {
      if (summed[axis - 1].extent % part != 0) continue;
      deep *= part;
      break;
    }
  }
  return 2 * deep > most ? deep : most;
}

/// A contraction with what its blocks need.
template <class Value>
struct Shape {
  std::vector<Axis> batch, rows, columns, summed;
  std::uint64_t members =
      1;  ///< of the batch, the fastest, that share lines: jobs that follow each other
  LongOffsets rows_a, rows_c, columns_b, columns_c, summed_a, summed_b;
  std::uint64_t batch_count, row_count, column_count;
  std::uint64_t depth;  ///< summed values of a block
  std::uint64_t first_summed, last_summed;
  std::uint64_t unit_a, unit_b;  ///< of rows in a, of columns in b

  std::uint64_t row_block = 1, lane_block = 1, row_blocks = 1, lane_blocks = 1;
  std::uint64_t depth_blocks = 1;
  bool keeps_rows = false;    ///< panels of all summed values of a block of rows fit
  std::uint64_t in_turn = 1;  ///< jobs that take a block of summed values each before the next one

  /// Blocks of summed values first … last − 1, all there are without; vectors have `lanes` numbers.
  Shape(const Contraction& own, std::uint64_t lanes, std::uint64_t first = 0,
        std::uint64_t last = std::numeric_limits<std::uint32_t>::max())
      : rows(by_stride(own.rows, &Axis::c)),
        columns(by_stride(own.columns, &Axis::c)),
        summed(summed_axes(own.summed, 64 / sizeof(Value))),
        rows_a(rows, &Axis::a),
        rows_c(rows, &Axis::c),
        columns_b(columns, &Axis::b),
        columns_c(columns, &Axis::c),
        summed_a(summed, &Axis::a),
        summed_b(summed, &Axis::b),
        batch_count(count(own.batch)),
        row_count(count(rows)),
        column_count(count(columns)),
        depth(depth_of(summed, most_depth<Value>)),
        first_summed(first * depth),
        last_summed(std::min(last * depth, count(summed))),
        unit_a(unit_of(rows, &Axis::a)),
        unit_b(unit_of(columns, &Axis::b)) {
    std::tie(batch, members) = batch_axes(own.batch, 64 / sizeof(Value));
    const std::uint64_t length = last_summed - first_summed;
    const std::uint64_t deep = std::max<std::uint64_t>(std::min(length, depth), 1);
    depth_blocks = std::max<std::uint64_t>((length + depth - 1) / depth, 1);
    constexpr std::uint64_t held = row_panel_bytes / sizeof(Value);
    // One more for what fills up the last panel.
    const std::uint64_t kept = held / std::max<std::uint64_t>(length, 1);
    keeps_rows = members == 1 && kept >= std::min<std::uint64_t>(row_count, 96) + most_rows_at_once;
    row_block =
        std::min(row_count, keeps_rows ? std::min(kept - most_rows_at_once, most_rows) : few_rows);
    // As even as can be.
    row_blocks = (row_count + row_block - 1) / row_block;
    row_block = (row_count + row_blocks - 1) / row_blocks;
    const std::uint64_t fitting =
        std::min(lane_block_bytes / sizeof(Value) / deep / lanes * lanes, most_lanes);
    lane_block = std::min(std::max(fitting, lanes), (column_count + lanes - 1) / lanes * lanes);
    lane_blocks = (column_count + lane_block - 1) / lane_block;
    in_turn = members;
    // Blocks of columns share panels of rows where their sums stay in the second cache meanwhile.
    if (members == 1 && !keeps_rows && depth_blocks > 1 &&
        row_block * column_count * sizeof(Value) <= shared_sums_bytes)
      in_turn = lane_blocks;
  }

  std::uint64_t jobs() const { return batch_count * row_blocks * lane_blocks; }

  static inline constexpr std::uint64_t most_rows_at_once = 12;
};

}  // namespace diagc::linear::packed
