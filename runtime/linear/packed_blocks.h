// Blocks of a contraction by packed panels: panels are filled, and sums of their products are written.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/linear/complex_lanes.h"
#include "runtime/linear/lanes.h"
#include "runtime/linear/packed_shape.h"
#include "runtime/linear/panel_copies.h"

namespace diagc::linear::packed {

/// Panels of a thread, which last.
template <class Value>
class Panels {
 public:
  static Panels& own() {
    thread_local Panels panels;
    return panels;
  }
  Value* rows(std::size_t which) { return at(which * row_panel_bytes / 2); }
  Value* lanes(std::size_t which) { return at(row_panel_bytes + which * lane_panel_bytes); }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  Value* at(std::uint64_t byte) {
    return reinterpret_cast<Value*>(memory_.get() + byte / sizeof(Line));
  }
  std::unique_ptr<Line[]> memory_ =
      std::make_unique_for_overwrite<Line[]>(packed_bytes / sizeof(Line));
};

/// A block of columns and of summed values: where it comes from and where its sums go to.
template <class Value>
struct Block {
  std::uint64_t job = 0, depth_block = 0;
  std::uint64_t batch = 0, first_row = 0, rows = 0, first_lane = 0, lanes = 0;
  std::uint64_t first_summed = 0, summed = 0;
  std::uint64_t a = 0, b = 0, c = 0;  ///< where this value of the batch begins
  PanelCopy<Value> copy;              ///< of columns
  PanelCopy<Value> row_copy;  ///< where panels of rows are not kept: of them, else of nothing
  std::uint64_t row_pieces = 0;
  Value *lane_panels = nullptr, *row_panels = nullptr;

  std::uint64_t pieces() const { return copy.pieces() + row_pieces; }
  void fetch(std::uint64_t piece) const {
    if (piece < row_pieces)
      row_copy.fetch(piece);
    else
      copy.fetch(piece - row_pieces);
  }
  DIAGC_LINEAR_INLINE void take(std::uint64_t piece) const {
    if (piece < row_pieces)
      row_copy.take(piece, row_panels);
    else
      copy.take(piece - row_pieces, lane_panels);
  }
};

/// Copies a piece of a block: compiled for a kind of processor once, not once for each number of rows at a time.
template <class Value>
using TakePiece = void (*)(const Block<Value>&, std::uint64_t piece);

/// Sums of at most so many rows at once; where no more columns are left than `Narrow` has, its vectors are enough.
template <class Lanes, class Narrow, std::size_t Most>
class Thread {
 public:
  using Value = typename Lanes::Value;
  static constexpr std::uint64_t width = Lanes::count;

  DIAGC_LINEAR_INLINE Thread(const Shape<Value>& shape, const Value* a, const Value* b, Value* c,
                             bool streams, TakePiece<Value> take)
      : shape_(shape), a_(a), b_(b), c_(c), streams_(streams), take_(take) {}

  DIAGC_LINEAR_INLINE void run(std::uint64_t first, std::uint64_t last) {
    if (first == last) return;
    Block<Value> blocks[2];
    for (std::size_t which : {0, 1}) blocks[which].lane_panels = panels_.lanes(which);
    std::size_t now = 0;
    begin(blocks[0], first, 0, nullptr);
    take_all(blocks[0]);
    for (;;) {
      Block<Value>& block = blocks[now];
      Block<Value>& next = blocks[1 - now];
      // All jobs of a group take a block of summed values before the next one: they share its lines, or its panels of rows.
      const std::uint64_t of_group = block.job % shape_.in_turn;
      const bool last_member = of_group + 1 == shape_.in_turn || block.job + 1 == last;
      const bool last_depth = block.depth_block + 1 == shape_.depth_blocks;
      const bool is_last = last_depth && block.job + 1 == last;
      if (!last_member)
        begin(next, block.job + 1, block.depth_block, &block);
      else if (!last_depth)
        begin(next, std::max(first, block.job - of_group), block.depth_block + 1, &block);
      else if (!is_last)
        begin(next, block.job + 1, 0, &block);
      if (shape_.keeps_rows) keep_rows(block);
      multiply_in_groups(block, is_last ? nullptr : &next);
      if (is_last) break;
      now = 1 - now;
    }
  }

 private:
  void take_all(const Block<Value>& block) const {
    const std::uint64_t pieces = block.pieces();
    block.fetch(0);
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      if (piece + 1 < pieces) block.fetch(piece + 1);
      take_(block, piece);
    }
  }

  void begin(Block<Value>& block, std::uint64_t job, std::uint64_t depth_block,
             const Block<Value>* before) {
    block.job = job;
    block.depth_block = depth_block;
    const std::uint64_t part = job / shape_.members;
    const std::uint64_t lane = part % shape_.lane_blocks * shape_.lane_block,
                        row = part / shape_.lane_blocks % shape_.row_blocks * shape_.row_block;
    block.batch =
        part / shape_.lane_blocks / shape_.row_blocks * shape_.members + job % shape_.members;
    block.first_lane = lane;
    block.lanes = std::min(shape_.lane_block, shape_.column_count - lane);
    block.first_row = row;
    block.rows = std::min(shape_.row_block, shape_.row_count - row);
    block.first_summed = shape_.first_summed + depth_block * shape_.depth;
    block.summed = std::min(shape_.depth, shape_.last_summed - block.first_summed);
    fill_offsets(shape_.batch, &Axis::a, block.batch, {&block.a, 1});
    fill_offsets(shape_.batch, &Axis::b, block.batch, {&block.b, 1});
    fill_offsets(shape_.batch, &Axis::c, block.batch, {&block.c, 1});
    block.copy.begin(b_ + block.b, shape_.columns_b, block.first_lane, block.lanes, shape_.unit_b,
                     shape_.summed_b, block.first_summed, block.summed, width);
    if (shape_.keeps_rows) return;
    if (before != nullptr && before->batch == block.batch && before->first_row == block.first_row &&
        before->first_summed == block.first_summed) {
      block.row_panels = before->row_panels;
      block.row_pieces = 0;
      return;
    }
    free_rows_ = 1 - free_rows_;
    block.row_panels = panels_.rows(free_rows_);
    copy_rows(block.row_copy, block);
    block.row_pieces = block.row_copy.pieces();
  }

  void copy_rows(PanelCopy<Value>& copy, const Block<Value>& block) const {
    copy.begin(a_ + block.a, shape_.rows_a, block.first_row, block.rows, shape_.unit_a,
               shape_.summed_a, block.first_summed, block.summed, rows_at_once(block.rows));
  }

  /// So many rows at once that few are added to fill the last panel up.
  static std::size_t rows_at_once(std::uint64_t rows) {
    if (rows <= Most) return std::max<std::uint64_t>(rows, 1);
    std::size_t best = Most;
    const auto filled = [&](std::size_t at_once) {
      return (rows + at_once - 1) / at_once * at_once;
    };
    for (std::size_t at_once = Most; 2 * at_once > Most; --at_once)
      if (filled(at_once) < filled(best)) best = at_once;
    return best;
  }

  /// Panels of rows that are not there yet, among those of all summed values.
  DIAGC_LINEAR_INLINE void keep_rows(Block<Value>& block) {
    const std::size_t at_once = rows_at_once(block.rows);
    const std::uint64_t padded = (block.rows + at_once - 1) / at_once * at_once;
    block.row_panels = panels_.rows(0) + block.depth_block * shape_.depth * padded;
    const std::uint64_t of_rows =
        block.batch * shape_.row_blocks + block.first_row / shape_.row_block;
    kept_.resize(shape_.depth_blocks, ~std::uint64_t{0});
    if (std::exchange(kept_[block.depth_block], of_rows) == of_rows) return;
    copy_rows(rows_.row_copy, block);
    rows_.row_pieces = rows_.row_copy.pieces();
    rows_.row_panels = block.row_panels;
    take_all(rows_);
  }

  DIAGC_LINEAR_INLINE void multiply_in_groups(const Block<Value>& block, const Block<Value>* next) {
    const std::size_t at_once = rows_at_once(block.rows);
    [&]<std::size_t... Less>(std::index_sequence<Less...>) __attribute__((always_inline)) {
      ((at_once == Less + 1 ? multiply<Less + 1>(block, next) : void()), ...);
    }(std::make_index_sequence<Most>());
  }

  /// All rows and columns of a block, `Rows` rows at once; between the products the next block is copied, piece by piece.
  template <std::size_t Rows>
  DIAGC_LINEAR_INLINE void multiply(const Block<Value>& block, const Block<Value>* next) {
    const std::uint64_t groups = (block.rows + Rows - 1) / Rows,
                        panels = (block.lanes + width - 1) / width;
    const std::uint64_t pieces = next == nullptr ? 0 : next->pieces();
    std::uint64_t done = 0, product = 0;
    std::uint64_t row_c[most_rows], lane_c[most_lanes];
    shape_.rows_c.fill(block.first_row, {row_c, block.rows});
    shape_.columns_c.fill(block.first_lane, {lane_c, block.lanes});
    for (std::uint64_t group = 0; group < groups; ++group) {
      const Value* ones = block.row_panels + group * Rows * block.summed;
      const std::size_t valid = std::min<std::uint64_t>(Rows, block.rows - group * Rows);
      for (std::uint64_t panel = 0; panel < panels; ++panel) {
        const std::uint64_t until = pieces * ++product / (groups * panels);
        for (std::uint64_t piece = done; piece < until; ++piece) next->fetch(piece);
        const std::uint64_t lane = panel * width;
        const std::span<const std::uint64_t> columns(lane_c + lane,
                                                     std::min(width, block.lanes - lane));
        const auto take = [&]<class Own>() __attribute__((always_inline)) {
          sum<Own, Rows>(block.lane_panels + lane * block.summed, ones, block.summed, group == 0,
                         block.depth_block > 0, c_ + block.c, {row_c + group * Rows, valid},
                         columns);
        };
        if (Narrow::count < width && columns.size() <= Narrow::count)
          take.template operator()<Narrow>();
        else
          take.template operator()<Lanes>();
        for (; done < until; ++done) take_(*next, done);
      }
    }
  }

  /// `is_first`: of the rows that read these columns.
  template <class Own, std::size_t Rows>
  DIAGC_LINEAR_INLINE void sum(Value* many, const Value* ones, std::uint64_t summed, bool is_first,
                               bool adds, Value* c, std::span<const std::uint64_t> rows,
                               std::span<const std::uint64_t> columns) const {
    constexpr std::uint64_t own_width = Own::count;
    const Own lanes(0);
    const bool together = columns.size() == own_width && is_contiguous(columns);
    if (together) {
      for (const std::uint64_t row : rows) {
        const char* line = reinterpret_cast<const char*>(c + row + columns[0]);
        for (std::size_t byte = 0; byte < own_width * sizeof(Value) && !streams_; byte += 64)
          __builtin_prefetch(line + byte, 1, 3);
      }
    }
    typename Own::Sum sums[Rows];
#pragma GCC unroll 12
    for (std::size_t row = 0; row < Rows; ++row) lanes.clear(sums[row]);
    const auto add_all = [&](const auto& read) __attribute__((always_inline)) {
      for (std::uint64_t k = 0; k < summed; ++k) {
        typename Own::Read vector;
        read(vector);
#pragma GCC unroll 12
        for (std::size_t row = 0; row < Rows; ++row) lanes.add(sums[row], vector, ones[row]);
        many += width;
        ones += Rows;
      }
    };
    if constexpr (has_parts<Own>) {
      // Those that read the panel first leave it with its parts apart.
      if (is_first) {
        add_all([&](typename Own::Read& vector) __attribute__((always_inline)) {
          lanes.read(vector, many);
          lanes.write_parts(vector, many);
        });
      } else {
        add_all([&](typename Own::Read& vector)
                    __attribute__((always_inline)) { lanes.read_parts(vector, many); });
      }
    } else {
      add_all([&](typename Own::Read& vector)
                  __attribute__((always_inline)) { lanes.read(vector, many); });
    }
    if (together && !adds && rows.size() == Rows) {
#pragma GCC unroll 12
      for (std::size_t row = 0; row < Rows; ++row) {
        Value* to = c + rows[row] + columns[0];
        if (streams_)
          lanes.stream(sums[row], to);
        else
          lanes.write(sums[row], to);
      }
      return;
    }
    std::size_t ends[own_width];  // where what lies together with a column ends
    for (std::size_t lane = columns.size(); lane-- > 0 && !together;) {
      const bool goes_on = lane + 1 < columns.size() && columns[lane + 1] == columns[lane] + 1;
      ends[lane] = goes_on ? ends[lane + 1] : lane + 1;
    }
    alignas(64) Value values[Rows][own_width];
#pragma GCC unroll 12
    for (std::size_t row = 0; row < Rows; ++row) lanes.write(sums[row], values[row]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      Value* to = c + rows[row];
      if (together) {
        to += columns[0];
        for (std::size_t byte = 0; byte < sizeof values[row]; byte += sizeof(typename Own::V)) {
          typename Own::V line, before{};
          char* const own = reinterpret_cast<char*>(to) + byte;
          std::memcpy(&line, reinterpret_cast<const char*>(values[row]) + byte, sizeof line);
          if (adds) std::memcpy(&before, own, sizeof before);
          line += before;
          std::memcpy(own, &line, sizeof line);
        }
      } else {
        for (std::size_t lane = 0; lane < columns.size(); lane = ends[lane])
          write_run<own_width>(values[row] + lane, to + columns[lane], ends[lane] - lane, adds);
      }
    }
  }

  /// Numbers next to each other, fewer than twice `Size`, in pieces of powers of two.
  template <std::size_t Size>
  static DIAGC_LINEAR_INLINE void write_run(const Value* from, Value* to, std::size_t count,
                                            bool adds) {
    if ((count & Size) != 0) {
      Value piece[Size];
      std::memcpy(static_cast<void*>(piece), from, sizeof piece);
      for (std::size_t k = 0; k < Size && adds; ++k) piece[k] += to[k];
      std::memcpy(static_cast<void*>(to), piece, sizeof piece);
      from += Size;
      to += Size;
    }
    if constexpr (Size > 1) write_run<Size / 2>(from, to, count, adds);
  }

  const Shape<Value>& shape_;
  const Value *a_, *b_;
  Value* c_;
  bool streams_;
  TakePiece<Value> take_;
  Panels<Value>& panels_ = Panels<Value>::own();
  std::size_t free_rows_ = 0;  ///< of two panels of rows, the one that the last block does not read
  Block<Value> rows_;          ///< rows alone
  std::vector<std::uint64_t> kept_;  ///< by block of summed values: the rows that panels are of
};

}  // namespace diagc::linear::packed
