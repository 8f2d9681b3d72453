// Results whose rows are no whole lines: what a few turns of the last nest leave is collected in the nearest cache, in pieces that are whole lines.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/emit/tiles/nests.h"

namespace diagc {

struct CollectedTurn {
  std::uint64_t numbers = 0;  ///< of a piece, which has no gaps; 0: nothing is collected
  std::size_t loops =
      0;  ///< around the nest, the innermost ones, all turns of which are collected together
  std::vector<NestAxis>
      pieces;  ///< from one to another; write: in the result, read: in what is collected

  std::uint64_t all() const { return numbers * values_of(pieces); }
};

/// Of the last nest of a kernel, whose step then writes to where it is collected and whose loops come in another order where `may_reorder`: nothing
/// else depends on it. Lines have so many numbers; at most `most` are collected.
CollectedTurn collect_turn(TileNest& nest, std::uint64_t row_numbers, std::uint64_t line,
                           std::uint64_t most, bool may_reorder);

}  // namespace diagc
