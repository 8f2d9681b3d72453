// Lanes that are brought together as the first nest of a kernel reads them: squares of a tile are turned in registers. Where the nest has another
// step, what that reads of them lies in the nearest cache, so that no copy of the tile is written and read again. Where it has none, lines are
// at least fetched before, between the sums of the tile before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/arrays/plan.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

/// Squares of as many rows as a line of the cache has units, numbers that lie together in what is read. A row is a line there; a column comes to be a line
/// of lanes. All in numbers.
struct TurnedLanes {
  std::uint64_t unit = 1, side = 1;
  std::vector<std::uint64_t> rows;  ///< where a square's lines begin in what is read
  std::vector<std::uint64_t>
      squares;    ///< where its squares begin there, of all lanes of a position
  NestStep step;  ///< the copy as a step, with the numbers of a line as columns

  /// `turn(from, to)` for one square; columns come to lie as the step writes them.
  std::string text(const std::string& real) const;
};

/// Of a nest of squares alone: where the lanes of its positions are brought together, one after the other.
struct TurnedPositions {
  std::vector<NestLoop> loops;
  std::uint64_t count() const;

  /// `turn_position(from, to, position)`, all squares of it.
  std::string text(const TurnedLanes& turned, const std::string& real) const;
};

/// Nothing where lanes need not be brought together, are complex, or do not make such squares.
std::optional<TurnedLanes> turned_lanes(const arrays::PlanKernel& kernel, std::uint64_t parts,
                                        std::uint64_t number_bytes);

}  // namespace diagc
