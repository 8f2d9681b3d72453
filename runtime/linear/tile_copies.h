// How a tile is copied before its first step: lanes are brought together, and columns of it do not share few sets of a cache any more.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/tile_steps.h"
#include "runtime/linear/tiles.h"
#include "runtime/linear/turn_part.h"

namespace diagc::linear {

/// 4, 2 or 1: lanes that lie next to each other in main are as many, or a multiple.
inline std::uint64_t unit_of_lanes(const std::vector<Axis>& lanes) {
  std::uint64_t together = 1;
  for (std::size_t axis = lanes.size(); axis-- > 0 && lanes[axis].a == together;)
    together *= lanes[axis].extent;
  return together % 4 == 0 ? 4 : together % 2 == 0 ? 2 : 1;
}

/// Where a copy reads and writes, by position of the tile beside its lanes.
struct TileCopy {
  std::vector<std::uint64_t> reads, writes;
  /// How many positions from this one on lie next to each other in what is read, each with so many lanes that lie next to each other, too.
  std::vector<std::uint32_t> runs;
  std::uint64_t unit = 1;  ///< 1, 2 or 4 lanes

  TileCopy() = default;
  /// A run has at most a line of the cache, of so many elements.
  TileCopy(const std::vector<Axis>& axes, const std::vector<Axis>& lanes, std::uint64_t of_line)
      : reads(offsets_of(axes, &Axis::a)),
        writes(offsets_of(axes, &Axis::c)),
        runs(reads.size()),
        unit(unit_of_lanes(lanes)) {
    for (std::size_t at = 0; at < reads.size(); at += runs[at]) {
      std::uint32_t run = 1;
      while ((run + 1) * unit <= of_line && at + run < reads.size() &&
             reads[at + run] == reads[at] + run * unit)
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

/// Lanes that are brought together: where they lie, and what may be read.
template <class Value>
struct RelaidLanes {
  std::span<const std::uint64_t> offsets;
  std::uint64_t farthest = 0;  ///< of the offsets
  const Value* end = nullptr;  ///< of what is read
};

/// Lanes and positions of the run that begins at `at`, `Unit` lanes next to each other, turned in registers; returns how many lanes that are.
template <std::size_t Unit, class Value>
DIAGC_LINEAR_INLINE std::size_t turn_lanes(const TileCopy& copy, std::size_t at, const Value* read,
                                           const RelaidLanes<Value>& relaid, Value* tile) {
  constexpr std::size_t side = side_of_square<Value, Unit>, at_once = side * Unit;
  const std::size_t lanes = relaid.offsets.size(), run = copy.runs[at];
  const std::uint64_t* const offsets = relaid.offsets.data();
  const std::uint64_t* const writes = copy.writes.data() + at;
  std::size_t lane = 0;
  if (run == side) {
    for (; lane + at_once <= lanes; lane += at_once)
      turn_square<Unit>(read, offsets + lane, tile + lane, writes);
  }
  // Pieces that are read are as long as the next power of two.
  const std::size_t bytes = run * Unit * sizeof(Value);
  const std::size_t piece = bytes <= 16 ? 16 : bytes <= 32 ? 32 : 64;
  if (run < 2 || read + relaid.farthest + piece / sizeof(Value) > relaid.end) return lane;
  for (; lane < lanes; lane += at_once) {
    const std::size_t rows = std::min(at_once, lanes - lane) / Unit;
    const auto turn = [&]<std::size_t Piece>() __attribute__((always_inline)) {
      if constexpr (Piece >= 2 * Unit * sizeof(Value))
        turn_part<Unit, Piece>(read, offsets + lane, rows, tile + lane, writes, run);
    };
    if (piece == 16) turn.template operator()<16>();
    if (piece == 32) turn.template operator()<32>();
    if (piece == 64) turn.template operator()<64>();
  }
  return lanes;
}

/// What lies together in what is read is read together: a line is touched once. Lanes are whole units.
template <class Value, bool Squares>
DIAGC_LINEAR_INLINE void copy_relaid(const TileCopy& copy, const Value* from,
                                     const RelaidLanes<Value>& relaid, const FetchAhead& fetch,
                                     Value* tile) {
  const std::size_t lanes = relaid.offsets.size();
  for (std::size_t at = 0; at < copy.reads.size(); at += copy.runs[at]) {
    const Value* read = from + copy.reads[at];
    const std::size_t run = copy.runs[at];
    const std::ptrdiff_t ahead = ahead_of(fetch, copy.reads, at);
    if (ahead != 0) {
      for (std::size_t lane = 0; lane < lanes; lane += copy.unit)
        __builtin_prefetch(read + ahead + relaid.offsets[lane], 0, 2);
    }
    std::size_t lane = 0;
    if constexpr (Squares) {
      if (copy.unit == 1) lane = turn_lanes<1>(copy, at, read, relaid, tile);
      if (copy.unit == 2) lane = turn_lanes<2>(copy, at, read, relaid, tile);
      if constexpr (sizeof(Value) < 16)
        if (copy.unit == 4) lane = turn_lanes<4>(copy, at, read, relaid, tile);
    }
    for (; lane < lanes; ++lane) {
      for (std::size_t k = 0; k < run; ++k)
        tile[copy.writes[at + k] + lane] = read[relaid.offsets[lane] + k * copy.unit];
    }
  }
}

}  // namespace diagc::linear
