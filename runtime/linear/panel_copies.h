// How a block of an array is copied into panels of so many lanes: [panel][position][lane], without gaps, filled up with zeros.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/linear/offsets.h"
#include "runtime/linear/turn_part.h"

namespace diagc::linear {

template <class Value>
class PanelCopy {
 public:
  /// Lanes and positions are summands of where an element lies; `unit` lanes, 1, 2 or 4, from a multiple of it on lie next to each other.
  void begin(const Value* from, const LongOffsets& lane_offsets, std::uint64_t first_lane,
             std::uint64_t lanes, std::uint64_t unit, const LongOffsets& position_offsets,
             std::uint64_t first_position, std::uint64_t positions, std::uint64_t width) {
    while (width % unit != 0 || first_lane % unit != 0) unit /= 2;
    const bool is_other = unit != unit_ || width != width_;
    unit_ = unit;
    width_ = width;
    const auto [lane_start, are_other_lanes] = differences(lane_offsets, first_lane, lanes, lanes_);
    const auto [position_start, are_other_positions] =
        differences(position_offsets, first_position, positions, in_turn_);
    from_ = from + lane_start + position_start;
    // Blocks of one array look alike, mostly.
    if (is_other || are_other_positions) find_runs();
    if (is_other || are_other_lanes) find_chunks();
    if (is_other || are_other_positions || are_other_lanes) find_lines();
  }

  /// Pieces of about 2 KiB.
  std::uint64_t pieces() const { return panels() * (stretches_.size() - 1); }

  /// Lines of the cache that a piece reads, into the second cache: strides of powers of two share few sets of the first one.
  void fetch(std::uint64_t piece) const {
    const auto [panel, first, last] = part(piece);
    const std::span lines = std::span(lines_).subspan(
        panel_lines_[panel], panel_lines_[panel + 1] - panel_lines_[panel]);
    for (std::size_t at = first; at < last; at += runs_[at]) {
      if (!begins_line_[at]) continue;
      const Value* read = from_ + positions_[at];
      for (const std::uint64_t line : lines) __builtin_prefetch(read + line, 0, 2);
    }
  }

  DIAGC_LINEAR_INLINE void take(std::uint64_t piece, Value* to) const {
    const auto [panel, first, last] = part(piece);
    const std::size_t lane = panel * width_, lanes = std::min(width_, lanes_.size() - lane);
    Value* panel_to = to + lane * positions_.size();
    if (lanes < width_) {
      for (std::size_t at = first; at < last; ++at)
        std::fill_n(panel_to + writes_[at], width_, Value());
    }
    if (unit_ == 1) take_runs<1>(panel, first, last, panel_to);
    if (unit_ == 2) take_runs<2>(panel, first, last, panel_to);
    if (unit_ == 4) take_runs<4>(panel, first, last, panel_to);
  }

 private:
  static constexpr std::uint64_t of_line = 64 / sizeof(Value);
  static constexpr std::size_t sizes = std::bit_width(of_line);

  struct Part {
    std::size_t panel, first, last;
  };
  /// Lanes next to each other: so many as 2^size, or fewer where the next chunk is written over the rest.
  struct Chunk {
    std::uint64_t read, write;
    std::size_t size;
  };

  std::size_t panels() const { return (lanes_.size() + width_ - 1) / width_; }

  Part part(std::uint64_t piece) const {
    const std::size_t of_panel = stretches_.size() - 1, stretch = piece % of_panel;
    return {static_cast<std::size_t>(piece / of_panel), stretches_[stretch],
            stretches_[stretch + 1]};
  }

  /// Offsets beyond the least of them, which is returned, and whether they differ from those that were there.
  std::pair<std::uint64_t, bool> differences(const LongOffsets& offsets, std::uint64_t first,
                                             std::uint64_t count,
                                             std::vector<std::uint64_t>& known) {
    found_.resize(count);
    offsets.fill(first, found_);
    const std::uint64_t least = *std::ranges::min_element(found_);
    for (std::uint64_t& offset : found_) offset -= least;
    const bool is_other = found_ != known;
    if (is_other) known.swap(found_);
    return {least, is_other};
  }

  /// Positions in the order in which they lie. Those next to each other make runs of a line; runs make stretches.
  void find_runs() {
    const std::size_t count = in_turn_.size();
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0U);
    if (!std::ranges::is_sorted(in_turn_))
      std::ranges::stable_sort(order_, {}, [&](std::uint32_t at) { return in_turn_[at]; });
    positions_.resize(count);
    writes_.resize(count);
    for (std::size_t at = 0; at < count; ++at) {
      positions_[at] = in_turn_[order_[at]];
      writes_[at] = order_[at] * width_;
    }
    runs_.resize(count);
    begins_line_.resize(count);
    stretches_.assign(1, 0);
    const std::size_t long_enough = std::max<std::size_t>((2 << 10U) / sizeof(Value) / width_, 1);
    std::uint64_t line = 0;
    for (std::size_t at = 0; at < count; at += runs_[at]) {
      std::uint32_t run = 1;
      while ((run + 1) * unit_ <= of_line && at + run < count &&
             positions_[at + run] == positions_[at] + run * unit_)
        ++run;
      runs_[at] = run;
      begins_line_[at] = at == 0 || positions_[at] + run * unit_ > line + of_line;
      if (begins_line_[at]) line = positions_[at];
      if (at + run - stretches_.back() >= long_enough || at + run == count)
        stretches_.push_back(at + run);
    }
  }

  /// Lanes that lie together, by panel, in the order in which they are written.
  void find_chunks() {
    chunks_.clear();
    panel_chunks_.clear();
    last_lane_ = *std::ranges::max_element(lanes_);
    for (std::size_t first = 0; first < lanes_.size(); first += width_) {
      const std::size_t last = std::min<std::size_t>(first + width_, lanes_.size());
      panel_chunks_.push_back(chunks_.size());
      for (std::size_t lane = first; lane < last;) {
        std::size_t end = lane + 1;
        while (end < last && lanes_[end] == lanes_[end - 1] + 1) ++end;
        while (lane < end) {
          std::size_t size = std::min<std::size_t>(std::bit_width(end - lane), sizes) - 1;
          // One move in place of two or more, where what it reads and writes beyond the end of these lanes belongs to others.
          const std::size_t longer = std::size_t{2} << size;
          if (size + 1 < sizes && (end - lane) % (longer / 2) != 0 && lane + longer <= last &&
              lanes_[lane] + longer <= last_lane_ + 1)
            ++size;
          chunks_.push_back({lanes_[lane], lane - first, size});
          lane += std::min(std::size_t{1} << size, end - lane);
        }
      }
    }
    panel_chunks_.push_back(chunks_.size());
  }

  /// Elements of all lines that the lanes of a panel touch at the positions of a run. Where lines begin is not known, so that the last element of
  /// what lies together may lie in one more.
  void find_lines() {
    const std::uint64_t length = *std::ranges::max_element(runs_) * unit_;
    has_pairs_.clear();
    lines_.clear();
    panel_lines_.assign(1, 0);
    for (std::size_t first = 0; first < lanes_.size(); first += width_) {
      const std::size_t last = std::min<std::size_t>(first + width_, lanes_.size());
      found_.assign(lanes_.begin() + static_cast<std::ptrdiff_t>(first),
                    lanes_.begin() + static_cast<std::ptrdiff_t>(last));
      has_pairs_.push_back(are_pairs_together());
      std::ranges::sort(found_);
      for (std::size_t lane = 0; lane < found_.size();) {
        const std::uint64_t begin = found_[lane];
        std::uint64_t end = begin;
        for (; lane < found_.size() && found_[lane] <= end; ++lane) end = found_[lane] + length;
        for (std::uint64_t line = begin; line < end; line += of_line) lines_.push_back(line);
        if (lines_.back() < end - 1) lines_.push_back(end - 1);
      }
      panel_lines_.push_back(lines_.size());
    }
  }

  /// Whether pairs of positions of the lanes in found_ lie together in pieces of 32 bytes.
  bool are_pairs_together() const {
    const std::uint64_t of_piece = 16 / sizeof(Value);
    for (std::size_t lane = 0; lane < found_.size(); lane += unit_) {
      if (lane % of_piece != 0 && found_[lane] != found_[lane - unit_] + 2 * unit_) return false;
    }
    return true;
  }

  /// Lanes and positions of runs are turned in registers, others are copied as they lie.
  template <std::size_t Unit>
  DIAGC_LINEAR_INLINE void take_runs(std::size_t panel, std::size_t first, std::size_t last,
                                     Value* to) const {
    constexpr std::size_t side = side_of_square<Value, Unit>;
    const std::size_t lanes = std::min(width_, lanes_.size() - panel * width_);
    for (std::size_t at = first; at < last;) {
      // Runs of one position lie apart: all of them that follow each other.
      std::size_t end = at;
      while (end < last && (runs_[end] == 1 || side == 1 || 2 * lanes <= side * Unit))
        end += runs_[end];
      if (end > at) take_chunks(panel, at, end, to);
      at = end;
      if constexpr (side > 1) {
        if (at < last) {
          turn_run<Unit>(panel, at, lanes, to);
          at += runs_[at];
        }
      }
    }
  }

  /// All lanes of a panel at the positions of a run. Pieces that are read are as long as the next power of two, of which the end of the block
  /// may have no more than the run.
  template <std::size_t Unit>
  DIAGC_LINEAR_INLINE void turn_run(std::size_t panel, std::size_t at, std::size_t lanes,
                                    Value* to) const {
    constexpr std::size_t side = side_of_square<Value, Unit>, at_once = side * Unit;
    const std::size_t run = runs_[at], bytes = run * Unit * sizeof(Value);
    const std::uint64_t* const own = lanes_.data() + panel * width_;
    const std::size_t piece = bytes <= 16 ? 16 : bytes <= 32 ? 32 : 64;
    const std::uint64_t read = piece / sizeof(Value);
    if (positions_[at] + read > positions_.back() + Unit &&
        *std::max_element(own, own + lanes) + read > last_lane_ + 1)
      return take_chunks(panel, at, at + run, to);
    std::size_t lane = 0;
    if constexpr (Unit * sizeof(Value) <= 8) {
      for (; run == 2 && has_pairs_[panel] && lane + at_once <= lanes; lane += at_once)
        turn_pairs<Unit>(from_ + positions_[at], own + lane, to + lane, writes_.data() + at);
    }
    for (; lane < lanes; lane += at_once) {
      const std::size_t rows = std::min(at_once, lanes - lane) / Unit;
      const auto turn = [&]<std::size_t Piece>() __attribute__((always_inline)) {
        if constexpr (Piece >= 2 * Unit * sizeof(Value))
          turn_part<Unit, Piece>(from_ + positions_[at], own + lane, rows, to + lane,
                                 writes_.data() + at, run);
      };
      if (piece == 16) turn.template operator()<16>();
      if (piece == 32) turn.template operator()<32>();
      if (piece == 64) turn.template operator()<64>();
    }
  }

  /// Chunks of a panel one after the other: a later one may be written over the end of another.
  DIAGC_LINEAR_INLINE void take_chunks(std::size_t panel, std::size_t first, std::size_t last,
                                       Value* to) const {
    const Chunk* const end = chunks_.data() + panel_chunks_[panel + 1];
    for (const Chunk* chunk = chunks_.data() + panel_chunks_[panel]; chunk != end; ++chunk)
      take_chunk<sizes - 1>(*chunk, first, last, to);
  }
  template <std::size_t Size>
  DIAGC_LINEAR_INLINE void take_chunk(const Chunk& chunk, std::size_t first, std::size_t last,
                                      Value* to) const {
    if constexpr (Size > 0) {
      if (chunk.size != Size) return take_chunk<Size - 1>(chunk, first, last, to);
    }
    constexpr std::size_t bytes = sizeof(Value) << Size;
    const std::uint64_t *const positions = positions_.data(), *const writes = writes_.data();
    const Value* const from = from_ + chunk.read;
    Value* const write = to + chunk.write;
    for (std::size_t at = first; at < last; ++at)
      std::memcpy(static_cast<void*>(write + writes[at]), from + positions[at], bytes);
  }

  const Value* from_ = nullptr;
  std::uint64_t unit_ = 0, width_ = 1;
  std::vector<std::uint64_t> lanes_;               ///< offsets beyond the least of them
  std::vector<std::uint64_t> in_turn_, found_;     ///< of positions
  std::vector<std::uint32_t> order_;               ///< of positions as they lie
  std::vector<std::uint64_t> positions_, writes_;  ///< in that order
  std::vector<std::uint32_t> runs_;     ///< at the first position of a run: how many it has
  std::vector<bool> has_pairs_;         ///< by panel: lanes whose pairs of positions lie together
  std::vector<bool> begins_line_;       ///< there: whether no run before it has touched all lines
  std::vector<std::size_t> stretches_;  ///< first positions of pieces, and the end
  std::uint64_t last_lane_ = 0;
  std::vector<Chunk> chunks_;  ///< by panel
  std::vector<std::size_t> panel_chunks_;
  std::vector<std::uint64_t> lines_;  ///< lanes that begin a line, by panel
  std::vector<std::size_t> panel_lines_;
};

}  // namespace diagc::linear
