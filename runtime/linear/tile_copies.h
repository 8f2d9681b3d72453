// How a tile is copied before its first step: lanes are brought together, and columns of it do not share few sets of a cache any more.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/tile_steps.h"
#include "runtime/linear/tiles.h"
#include "runtime/linear/turn.h"

namespace diagc::linear {

/// Where a copy reads and writes, by position of the tile beside its lanes.
struct TileCopy {
  std::vector<std::uint64_t> reads, writes;
  std::vector<std::uint32_t>
      runs;  ///< how many positions from this one on lie next to each other in what is read
  bool is_relaid = false;

  TileCopy() = default;
  TileCopy(const std::vector<Axis>& axes, bool relaid, std::size_t longest_run)
      : reads(offsets_of(axes, &Axis::a)),
        writes(offsets_of(axes, &Axis::c)),
        runs(reads.size()),
        is_relaid(relaid) {
    for (std::size_t at = 0; at < reads.size(); at += runs[at]) {
      std::uint32_t run = 1;
      while (run < longest_run && at + run < reads.size() && reads[at + run] == reads[at] + run)
        ++run;
      runs[at] = run;
    }
  }
};

/// Lanes next to each other in both.
template <class Value>
DIAGC_LINEAR_INLINE void copy_lanes(const TileCopy& copy, const Value* from, std::uint64_t lanes,
                                    const FetchAhead& fetch, Value* tile) {
  constexpr std::uint64_t of_line = 64 / sizeof(Value);
  for (std::size_t at = 0; at < copy.reads.size(); ++at) {
    const Value* read = from + copy.reads[at];
    Value* write = tile + copy.writes[at];
    const std::ptrdiff_t ahead = ahead_of(fetch, copy.reads, at);
    if (ahead != 0) {
      for (std::uint64_t lane = 0; lane < lanes; lane += of_line)
        __builtin_prefetch(read + ahead + lane, 0, 2);
    }
    std::memcpy(static_cast<void*>(write), read, lanes * sizeof(Value));
  }
}

/// Lanes at `lane_offsets`. What lies together in what is read is read together: a line is touched once.
template <class Value, bool Squares>
DIAGC_LINEAR_INLINE void copy_relaid(const TileCopy& copy, const Value* from,
                                     std::span<const std::uint64_t> lane_offsets,
                                     const FetchAhead& fetch, Value* tile) {
  constexpr std::size_t side = side_of_square<Value>;
  const std::size_t lanes = lane_offsets.size();
  for (std::size_t at = 0; at < copy.reads.size(); at += copy.runs[at]) {
    const Value* read = from + copy.reads[at];
    const std::size_t run = copy.runs[at];
    const std::ptrdiff_t ahead = ahead_of(fetch, copy.reads, at);
    if (ahead != 0) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        __builtin_prefetch(read + ahead + lane_offsets[lane], 0, 2);
    }
    std::size_t lane = 0;
    if (Squares && run == side) {
      for (; lane + side <= lanes; lane += side)
        turn_square(read, lane_offsets.data() + lane, tile + lane, copy.writes.data() + at);
    }
    for (; lane < lanes; ++lane) {
      for (std::size_t k = 0; k < run; ++k)
        tile[copy.writes[at + k] + lane] = read[lane_offsets[lane] + k];
    }
  }
}

}  // namespace diagc::linear
