// What a tile fetches while it is at work: the lines of the cache that the next one reads, in the order in which it reads them, spread evenly over
// all sums. Memory answers a few lines at a time; many fetches in a row would wait for each other while no sums are done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/arrays/plan.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

/// Lines of a tile in what a kernel reads. Strides are in numbers.
struct FetchedLines {
  struct Digit {
    std::uint64_t count = 1, stride = 0;
  };
  std::vector<Digit> digits;  ///< of a line's number, the lowest first
  std::uint64_t count = 0;    ///< 0: nothing is fetched
  /// How many more lines are fetched than read. What is fetched beyond the tile belongs to the next one.
  std::uint64_t ahead = 0;

  /// From the beginning of a tile to the line of this number, as an expression.
  std::string offset_text(const std::string& number) const;
  std::uint64_t last() const;  ///< from the beginning of a tile to its last line
};

/// Of a kernel whose blocks of lanes have so many lanes, of `parts` numbers each. `first_share`: of the sums of all nests, those of the first.
FetchedLines fetched_lines(const arrays::PlanKernel& kernel, const TileNest& first,
                           double first_share, std::uint64_t lanes, std::uint64_t parts,
                           std::uint64_t number_bytes);

/// Of a tile whose lanes are brought together position by position, the lines of one after the other: all but those of the unit that lies next to each
/// other are a digit. `positions`: the fastest last.
FetchedLines lines_of_positions(const arrays::PlanKernel& kernel,
                                const std::vector<NestLoop>& positions, std::uint64_t number_bytes);

/// What a step does: in its loops around each other, so many turns each and all before it.
struct StepWork {
  double sums = 0;
  std::vector<std::uint64_t> turns;  ///< of the loops around its nest, then of one more loop each
};

/// Where a step fetches: in each turn of its own loop of this number, or of the nest's (0), so many lines.
struct FetchSite {
  std::size_t loop = 0;
  std::uint64_t lines = 0;
};

/// By step; so many lines or more in all.
std::vector<FetchSite> spread(std::uint64_t lines, const std::vector<StepWork>& steps);

}  // namespace diagc
