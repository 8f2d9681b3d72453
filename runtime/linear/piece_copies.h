// Copies of tiles whose lanes are brought together, where lanes and positions lie in the same lines of what is read: lines are read once, piece by piece,
// into a small array of pieces, whatever their stride, and positions come from there.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/linear/tile_copies.h"

namespace diagc::linear {

template <class Value>
class PieceCopy {
 public:
  /// Of tiles that are `relaid`.
  explicit PieceCopy(const Tiles& tiles) : blocks_(tiles.blocks) {
    const std::uint64_t lanes = count(tiles.lanes);
    // What lies together, from the fastest axis on, be it of lanes or of positions.
    for (bool grows = true; grows && piece_ * sizeof(Value) < most_piece_bytes;) {
      grows = false;
      for (const auto* axes : {&tiles.lanes, &tiles.copied}) {
        for (const Axis& axis : *axes) {
          if (axis.a != piece_ || axis.extent == 1) continue;
          piece_ *= axis.extent;
          grows = true;
        }
      }
    }
    std::vector<Axis> outside, inside, own_lanes = tiles.lanes;
    for (const Axis& axis : tiles.copied) (axis.a < piece_ ? inside : outside).push_back(axis);
    for (Axis& axis : own_lanes)
      if (axis.a >= piece_) axis.a = 0;
    inner_ = TileCopy(inside, tiles.lanes, of_line);
    reads_ = offsets_of(outside, &Axis::a);
    writes_ = offsets_of(outside, &Axis::c);
    pitch_ = (piece_ + of_line - 1) / of_line * of_line;
    // A line of the piece is read again for every run of it.
    pays_ = lanes <= most_lanes && inner_.reads.size() > inner_.runs[0] &&
            2 * inner_.runs[0] * inner_.unit <= of_line;
    if (!pays_) return;
    const auto offsets = offsets_of(tiles.lanes, &Axis::a),
               within = offsets_of(own_lanes, &Axis::a);
    places_.resize(blocks_);
    const std::uint64_t units = lanes / inner_.unit;
    for (std::uint64_t block = 0; block < blocks_; ++block) {
      const std::uint64_t begin = units * block / blocks_ * inner_.unit,
                          end = units * (block + 1) / blocks_ * inner_.unit;
      Places& own = places_[block];
      own.before = begin % inner_.together;
      for (std::uint64_t lane = begin; lane < end; ++lane) {
        // From the first lane of the block; a piece may begin before that.
        const std::uint64_t start = offsets[lane] - within[lane] - offsets[begin];
        const auto found = std::ranges::find(own.starts, start);
        own.lanes.push_back(static_cast<std::uint64_t>(found - own.starts.begin()) * pitch_ +
                            within[lane]);
        if (found == own.starts.end()) own.starts.push_back(start);
      }
      own.farthest = *std::ranges::max_element(own.lanes);
      most_ = std::max(most_, own.starts.size() * pitch_);
    }
    pays_ = 2 * most_ * sizeof(Value) <= most_bytes;
    pieces_.resize(2 * (most_ / of_line + 1));
  }

  bool pays() const { return pays_; }
  /// Positions that follow each other in a piece.
  std::size_t positions() const { return inner_.reads.size(); }

  /// `from`: the first lane of this block in what is read. `fetch`: positions without those within pieces.
  template <bool Squares>
  DIAGC_LINEAR_INLINE void take(const Value* from, std::uint64_t block, const FetchAhead& fetch,
                                Value* tile) {
    const Places& own = places_[block];
    // Pieces of the next position come while this one's are turned.
    Value* const first = reinterpret_cast<Value*>(pieces_.data());
    Value* const buffers[] = {first, first + most_ + of_line};
    const auto read_pieces = [&](std::size_t at) __attribute__((always_inline)) {
      const Value* const read = from + reads_[at];
      const std::ptrdiff_t ahead = ahead_of(fetch, reads_, at);
      Value* to = buffers[at % 2];
      for (const std::uint64_t start : own.starts) {
        const Value* const piece = read + start;
        if (ahead != 0) fetch_lines(piece + ahead, piece_);
        copy_whole(piece, piece_, to);
        to += pitch_;
      }
    };
    read_pieces(0);
    for (std::size_t at = 0; at < reads_.size(); ++at) {
      if (at + 1 < reads_.size()) read_pieces(at + 1);
      const Value* const pieces = buffers[at % 2];
      copy_relaid<Value, Squares>(inner_, pieces,
                                  {own.lanes, own.before, own.farthest, pieces + most_ + of_line},
                                  {}, tile + writes_[at]);
    }
  }

 private:
  static constexpr std::uint64_t of_line = 64 / sizeof(Value);
  /// Pieces grow until they have so many, and all of them together fit the nearest cache beside what is written.
  static constexpr std::uint64_t most_piece_bytes = 256, most_bytes = 12 << 10U;
  static constexpr std::uint64_t most_lanes = 1 << 12U;

  struct Line {
    alignas(64) Value numbers[of_line];
  };
  struct Places {
    std::vector<std::uint64_t> starts;  ///< of pieces, in what is read
    std::vector<std::uint64_t> lanes;   ///< in the array of pieces
    std::uint64_t before = 0, farthest = 0;
  };

  std::uint64_t blocks_ = 1, piece_ = 1, pitch_ = 1, most_ = 0;
  bool pays_ = false;
  TileCopy inner_;  ///< from pieces
  std::vector<std::uint64_t> reads_, writes_;
  std::vector<Places> places_;  ///< by block of lanes
  std::vector<Line> pieces_;
};

}  // namespace diagc::linear
