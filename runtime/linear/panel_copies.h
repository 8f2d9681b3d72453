// How a block of an array is copied into panels of so many lanes: [panel][position][lane], without gaps, filled up with zeros.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "runtime/linear/offsets.h"
#include "runtime/linear/turn.h"

namespace diagc::linear {

template <class Value>
class PanelCopy {
 public:
  /// Lanes and positions are summands of where an element lies; `unit` lanes, 1, 2 or 4, from a multiple of it on lie next to each other.
  void begin(const Value* from, const LongOffsets& lane_offsets, std::uint64_t first_lane,
             std::uint64_t lanes, std::uint64_t unit, const LongOffsets& position_offsets,
             std::uint64_t first_position, std::uint64_t positions, std::uint64_t width) {
    from_ = from;
    unit_ = unit;
    while (width % unit_ != 0 || first_lane % unit_ != 0) unit_ /= 2;
    width_ = width;
    lanes_.resize(lanes);
    lane_offsets.fill(first_lane, lanes_);
    positions_.resize(positions);
    position_offsets.fill(first_position, positions_);
    find_writes();
    find_runs();
    find_chunks();
  }

  /// Pieces of about 2 KiB.
  std::uint64_t pieces() const { return panels() * (stretches_.size() - 1); }

  /// Lines of the cache that a piece reads, into the second cache: strides of powers of two share few sets of the first one.
  void fetch(std::uint64_t piece) const {
    const auto [panel, first, last] = part(piece);
    const std::span lines = std::span(lines_).subspan(
        panel_lines_[panel], panel_lines_[panel + 1] - panel_lines_[panel]);
    for (std::size_t at = first; at < last; at += runs_[at]) {
      const Value* read = from_ + positions_[at];
      for (const std::uint64_t line : lines) __builtin_prefetch(read + line, 0, 2);
    }
  }

  DIAGC_LINEAR_INLINE void take(std::uint64_t piece, Value* to) const {
    const auto [panel, first, last] = part(piece);
    const std::size_t lane = panel * width_, lanes = std::min(width_, lanes_.size() - lane);
    Value* panel_to = to + lane * positions_.size();
    if (lanes < width_) std::fill(panel_to + first * width_, panel_to + last * width_, Value());
    if (unit_ == 1) take_squares<1>(panel, first, last, panel_to);
    if (unit_ == 2) take_squares<2>(panel, first, last, panel_to);
    if (unit_ == 4) take_squares<4>(panel, first, last, panel_to);
  }

 private:
  static constexpr std::uint64_t of_line = 64 / sizeof(Value);
  static constexpr std::size_t sizes = std::bit_width(of_line);

  struct Part {
    std::size_t panel, first, last;
  };
  /// Lanes next to each other, a power of two of them.
  struct Chunk {
    std::uint64_t read, write;
  };

  std::size_t panels() const { return (lanes_.size() + width_ - 1) / width_; }

  Part part(std::uint64_t piece) const {
    const std::size_t of_panel = stretches_.size() - 1, stretch = piece % of_panel;
    return {static_cast<std::size_t>(piece / of_panel), stretches_[stretch],
            stretches_[stretch + 1]};
  }

  void find_writes() {
    writes_.resize(positions_.size());
    for (std::size_t at = 0; at < positions_.size(); ++at) writes_[at] = at * width_;
  }

  /// Positions that lie next to each other make runs of a line; runs make stretches.
  void find_runs() {
    runs_.resize(positions_.size());
    stretches_.assign(1, 0);
    const std::size_t long_enough = std::max<std::size_t>((2 << 10U) / sizeof(Value) / width_, 1);
    for (std::size_t at = 0; at < positions_.size(); at += runs_[at]) {
      std::uint32_t run = 1;
      while ((run + 1) * unit_ <= of_line && at + run < positions_.size() &&
             positions_[at + run] == positions_[at] + run * unit_)
        ++run;
      runs_[at] = run;
      if (at + run - stretches_.back() >= long_enough || at + run == positions_.size())
        stretches_.push_back(at + run);
    }
  }

  /// Lanes that lie together, and the lines that they begin, by panel.
  void find_chunks() {
    chunks_.clear();
    panel_chunks_.clear();
    lines_.clear();
    panel_lines_.assign(1, 0);
    for (std::size_t first = 0; first < lanes_.size(); first += width_) {
      const std::size_t last = std::min<std::size_t>(first + width_, lanes_.size());
      for (auto& own : sized_) own.clear();
      for (std::size_t lane = first; lane < last;) {
        std::size_t end = lane + 1;
        while (end < last && lanes_[end] == lanes_[end - 1] + 1) ++end;
        while (lane < end) {
          const std::size_t size = std::min(std::bit_width(end - lane), sizes) - 1;
          sized_[size].push_back({lanes_[lane], lane - first});
          lane += std::size_t{1} << size;
        }
      }
      for (std::size_t size = sizes; size-- > 0;) {
        panel_chunks_.push_back(chunks_.size());
        chunks_.insert(chunks_.end(), sized_[size].begin(), sized_[size].end());
      }
      find_lines(first, last);
      panel_lines_.push_back(lines_.size());
    }
    panel_chunks_.push_back(chunks_.size());
  }

  /// A lane of every line that lanes first … last − 1 touch; where lines begin is not known, so that the last lane of a row of neighbours may
  /// lie in one more.
  void find_lines(std::size_t first, std::size_t last) {
    for (std::size_t lane = first; lane < last; ++lane) {
      const bool begins =
          lane == first || lanes_[lane] < lines_.back() || lanes_[lane] >= lines_.back() + of_line;
      const bool ends = lane + 1 == last || lanes_[lane + 1] != lanes_[lane] + 1;
      if (begins || (ends && lanes_[lane] > lines_.back())) lines_.push_back(lanes_[lane]);
    }
  }

  /// Squares of lanes and positions are turned in registers where all of a piece are squares.
  template <std::size_t Unit>
  DIAGC_LINEAR_INLINE void take_squares(std::size_t panel, std::size_t first, std::size_t last,
                                        Value* to) const {
    constexpr std::size_t side = side_of_square<Value, Unit>;
    const std::size_t lane = panel * width_, lanes = std::min(width_, lanes_.size() - lane);
    if constexpr (side > 1) {
      bool are_squares = lanes % (side * Unit) == 0;
      for (std::size_t at = first; at < last && are_squares; at += runs_[at])
        are_squares = runs_[at] == side;
      if (are_squares) {
        for (std::size_t at = first; at < last; at += side)
          for (std::size_t square = 0; square < lanes; square += side * Unit)
            turn_square<Unit>(from_ + positions_[at], lanes_.data() + lane + square, to + square,
                              writes_.data() + at);
        return;
      }
    }
    take_chunks<sizes>(panel * sizes, first, last, to);
  }

  /// The larger chunks first.
  template <std::size_t Sizes>
  DIAGC_LINEAR_INLINE void take_chunks(std::size_t list, std::size_t first, std::size_t last,
                                       Value* to) const {
    constexpr std::size_t bytes = sizeof(Value) << (Sizes - 1);
    const std::uint64_t* const positions = positions_.data();
    const Chunk* const end = chunks_.data() + panel_chunks_[list + 1];
    const std::size_t width = width_;
    for (const Chunk* chunk = chunks_.data() + panel_chunks_[list]; chunk != end; ++chunk) {
      const Value* from = from_ + chunk->read;
      Value* write = to + first * width + chunk->write;
      for (std::size_t at = first; at < last; ++at, write += width)
        std::memcpy(static_cast<void*>(write), from + positions[at], bytes);
    }
    if constexpr (Sizes > 1) take_chunks<Sizes - 1>(list + 1, first, last, to);
  }

  const Value* from_ = nullptr;
  std::uint64_t unit_ = 1, width_ = 1;
  std::vector<std::uint64_t> lanes_, positions_, writes_;
  std::vector<std::uint32_t> runs_;     ///< at the first position of a run: how many it has
  std::vector<std::size_t> stretches_;  ///< first positions of pieces, and the end
  std::vector<Chunk> chunks_;           ///< by panel and size, the largest first
  std::vector<std::size_t> panel_chunks_;
  std::vector<std::uint64_t> lines_;  ///< lanes that begin a line, by panel
  std::vector<std::size_t> panel_lines_;
  std::array<std::vector<Chunk>, sizes> sized_;
};

}  // namespace diagc::linear
