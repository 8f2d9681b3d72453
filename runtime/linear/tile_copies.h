// How a tile is copied before its first step: lanes are brought together, and columns of it do not share few sets of a cache any more.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/linear/tile_steps.h"
#include "runtime/linear/tiles.h"
#include "runtime/linear/turn_part.h"

namespace diagc::linear {

/// Lanes that lie next to each other in main.
inline std::uint64_t lanes_together(const std::vector<Axis>& lanes) {
  std::uint64_t together = 1;
  for (std::size_t axis = lanes.size(); axis-- > 0 && lanes[axis].a == together;)
    together *= lanes[axis].extent;
  return together;
}

/// 4, 2 or 1: lanes that lie next to each other in main are as many, or a multiple.
inline std::uint64_t unit_of_lanes(const std::vector<Axis>& lanes) {
  const std::uint64_t together = lanes_together(lanes);
  return together % 4 == 0 ? 4 : together % 2 == 0 ? 2 : 1;
}

/// Where a copy reads and writes, by position of the tile beside its lanes.
struct TileCopy {
  std::vector<std::uint64_t> reads, writes;
  /// How many positions from this one on lie next to each other in what is read, each with so many lanes that lie next to each other, too.
  std::vector<std::uint32_t> runs;
  std::uint64_t unit = 1;         ///< 1, 2 or 4 lanes
  std::uint64_t together = 1;     ///< lanes next to each other, all of them
  std::vector<bool> begins_line;  ///< whether no position before it in what is read has its line
  bool are_runs_alike = false;

  TileCopy() = default;
  /// A run has at most a line of the cache, of so many elements.
  TileCopy(const std::vector<Axis>& axes, const std::vector<Axis>& lanes, std::uint64_t of_line)
      : reads(offsets_of(axes, &Axis::a)),
        writes(offsets_of(axes, &Axis::c)),
        runs(reads.size()),
        unit(unit_of_lanes(lanes)),
        together(lanes_together(lanes)),
        begins_line(reads.size()) {
    for (std::size_t at = 0; at < reads.size(); at += runs[at]) {
      std::uint32_t run = 1;
      while ((run + 1) * unit <= of_line && at + run < reads.size() &&
             reads[at + run] == reads[at] + run * unit)
        ++run;
      runs[at] = run;
    }
    std::vector<std::size_t> order(reads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t at) { return reads[at]; });
    are_runs_alike = std::ranges::all_of(
        order, [&](std::size_t at) { return at % runs[0] != 0 || runs[at] == runs[0]; });
    std::uint64_t line = 0;
    for (const std::size_t at : order) {
      begins_line[at] = at == order.front() || reads[at] + together > line + of_line;
      if (begins_line[at]) line = reads[at];
    }
  }

  /// So many positions later, or a few more, so that runs begin where others do.
  std::size_t in_runs(std::size_t positions) const {
    return are_runs_alike ? (positions + runs[0] - 1) / runs[0] * runs[0] : positions;
  }
};

/// The last ones of so many numbers, in a move of so many bytes.
template <std::size_t Bytes, class Value>
DIAGC_LINEAR_INLINE void copy_last(const Value* from, std::size_t numbers, Value* to) {
  const std::size_t last = numbers - Bytes / sizeof(Value);
  std::memcpy(static_cast<void*>(to + last), from + last, Bytes);
}

/// So many numbers, of at least `Bytes`, in moves of so many bytes, of which the last one, as short as can be, ends with them.
template <std::size_t Bytes, class Value>
DIAGC_LINEAR_INLINE void copy_piece(const Value* from, std::size_t numbers, Value* to) {
  constexpr std::size_t of_move = Bytes / sizeof(Value);
  for (std::size_t k = 0; k + of_move <= numbers; k += of_move)
    std::memcpy(static_cast<void*>(to + k), from + k, Bytes);
  const std::size_t rest = numbers % of_move * sizeof(Value);
  if (rest == 0) return;
  if constexpr (Bytes > 16) {
    if (rest <= 16) return copy_last<16>(from, numbers, to);
  }
  if constexpr (Bytes > 32) {
    if (rest <= 32) return copy_last<32>(from, numbers, to);
  }
  copy_last<Bytes>(from, numbers, to);
}

/// So many numbers in moves as long as can be.
template <class Value>
DIAGC_LINEAR_INLINE void copy_whole(const Value* from, std::size_t numbers, Value* to) {
  const std::size_t bytes = numbers * sizeof(Value);
  if (bytes >= 64) return copy_piece<64>(from, numbers, to);
  if (bytes >= 32) return copy_piece<32>(from, numbers, to);
  if (bytes >= 16) return copy_piece<16>(from, numbers, to);
  if constexpr (sizeof(Value) <= 8) {
    if (bytes >= 8) return copy_piece<8>(from, numbers, to);
  }
  for (std::size_t k = 0; k < numbers; ++k) to[k] = from[k];
}

/// Lanes next to each other in both, a line of the cache or more.
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
    copy_piece<64>(read, lanes, write);
  }
}

/// Lanes that are brought together: where they lie, and what may be read.
template <class Value>
struct RelaidLanes {
  std::span<const std::uint64_t> offsets;
  std::uint64_t before = 0;    ///< lanes that lie together with the first one of these, before it
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
  const auto turn = [&]<std::size_t Piece>() __attribute__((always_inline)) {
    if constexpr (Piece >= 2 * Unit * sizeof(Value)) {
      for (; lane + at_once <= lanes; lane += at_once)
        turn_part<Unit, Piece>(read, offsets + lane, side, tile + lane, writes, run);
      if (lane < lanes)
        turn_part<Unit, Piece>(read, offsets + lane, (lanes - lane) / Unit, tile + lane, writes,
                               run);
    }
  };
  if (piece == 16) turn.template operator()<16>();
  if (piece == 32) turn.template operator()<32>();
  if (piece == 64) turn.template operator()<64>();
  return lanes;
}

/// Lanes first, first + together, … begin pieces of lanes that lie together; returns the first lane that is left. Of what moves are longer than
/// pieces, the rest is written over by the next piece: the last one is left.
template <std::size_t Bytes, class Value>
DIAGC_LINEAR_INLINE std::size_t copy_pieces(const Value* read, std::span<const std::uint64_t> lanes,
                                            std::size_t first, std::size_t together, Value* to) {
  constexpr std::size_t of_move = Bytes / sizeof(Value);
  std::size_t lane = first;
  for (; lane + std::max(of_move, together) <= lanes.size(); lane += together) {
    const Value* const piece = read + lanes[lane];
    if (together <= of_move)
      std::memcpy(static_cast<void*>(to + lane), piece, Bytes);
    else
      copy_piece<Bytes>(piece, together, to + lane);
  }
  return lane;
}

/// Lanes of one position, those that lie together in as few moves as can be.
template <class Value>
DIAGC_LINEAR_INLINE void copy_together(const Value* read, const RelaidLanes<Value>& relaid,
                                       std::size_t together, Value* to) {
  const std::span lanes = relaid.offsets;
  const std::size_t first = relaid.before == 0 ? 0 : together - relaid.before,
                    bytes = together * sizeof(Value);
  const auto is_read = [&](std::size_t length) {
    return bytes <= length && read + relaid.farthest + length / sizeof(Value) <= relaid.end;
  };
  std::size_t lane = 0;
  for (; lane < std::min(first, lanes.size()); ++lane) to[lane] = read[lanes[lane]];
  if (is_read(16))
    lane = copy_pieces<16>(read, lanes, lane, together, to);
  else if (is_read(32))
    lane = copy_pieces<32>(read, lanes, lane, together, to);
  else if (bytes >= 64 || is_read(64))
    lane = copy_pieces<64>(read, lanes, lane, together, to);
  for (; lane + together <= lanes.size(); lane += together)
    copy_whole(read + lanes[lane], together, to + lane);
  for (; lane < lanes.size(); ++lane) to[lane] = read[lanes[lane]];
}

/// The lines of numbers that lie together, so many of them. Where lines begin is not known, so that the last number may lie in one more; those of a
/// power of two lie at multiples of it.
template <class Value>
DIAGC_LINEAR_INLINE void fetch_lines(const Value* read, std::size_t numbers) {
  constexpr std::size_t of_line = 64 / sizeof(Value);
  for (std::size_t k = 0; k < numbers; k += of_line) __builtin_prefetch(read + k, 0, 2);
  if (!std::has_single_bit(numbers)) __builtin_prefetch(read + numbers - 1, 0, 2);
}

/// Pieces of lanes that lie together.
template <class Value>
DIAGC_LINEAR_INLINE void fetch_together(const Value* read, const RelaidLanes<Value>& relaid,
                                        std::size_t together) {
  const std::size_t lanes = relaid.offsets.size();
  std::size_t end = std::min(together - relaid.before, lanes);
  for (std::size_t lane = 0; lane < lanes; lane = end, end = std::min(lane + together, lanes))
    fetch_lines(read + relaid.offsets[lane], end - lane);
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
    if (run == 1 && copy.together > 1) {
      if (ahead != 0 && copy.begins_line[(at + fetch.distance) % copy.reads.size()])
        fetch_together(read + ahead, relaid, copy.together);
      copy_together(read, relaid, copy.together, tile + copy.writes[at]);
      continue;
    }
    if (ahead != 0) {
      for (std::size_t lane = 0; lane < lanes; lane += copy.unit)
        fetch_lines(read + ahead + relaid.offsets[lane], run * copy.unit);
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
