// How a launch of the history is cut.
#pragma once

#include <cstddef>

namespace diagc::dynamics {

/// Parts of history sums at once.
inline constexpr std::size_t part_bytes = std::size_t{160} << 20U;

/// Strips of a point among so many blocks of threads, of so many points at once.
struct HistoryCut {
  std::size_t segments = 1, points = 1;
};

/// Blocks of a launch take about equally long, so that launches take a whole number of rounds over all places for them: one launch of all points where
/// that takes as few rounds as any, though its parts in one segment may take more than `part_bytes`; else the cut with the fewest rounds for all points,
/// and of these the one that takes the least memory. Without strips it has no segments.
HistoryCut cut_history(std::size_t points, std::size_t strips, std::size_t places,
                       std::size_t bytes_of_block);

}  // namespace diagc::dynamics
