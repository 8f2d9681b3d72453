#include "physics/dynamics/device/history_cut.h"

#include <algorithm>

namespace diagc::dynamics {

namespace {

std::size_t rounds_of(std::size_t blocks, std::size_t places) {
  return (blocks + places - 1) / places;
}

}  // namespace

HistoryCut cut_history(std::size_t points, std::size_t strips, std::size_t places,
                       std::size_t bytes_of_block) {
  if (strips == 0) return {.segments = 0, .points = points};
  constexpr std::size_t most_segments = 8;
  const std::size_t most_blocks = std::max<std::size_t>(part_bytes / bytes_of_block, 1);
  HistoryCut best;
  double least = 0;
  for (std::size_t segments = 1; segments <= std::min(strips, most_segments); ++segments) {
    for (std::size_t rounds = 1; rounds == 1 || rounds * places <= most_blocks; ++rounds) {
      const std::size_t at_once =
          std::clamp<std::size_t>(std::min(rounds * places, most_blocks) / segments, 1, points);
      const std::size_t launches = points / at_once, rest = points % at_once;
      const auto time = static_cast<double>(launches * rounds_of(at_once * segments, places) +
                                            rounds_of(rest * segments, places)) /
                        static_cast<double>(segments);
      if (least > 0 && time >= least) continue;
      least = time;
      best = {segments, at_once};
    }
  }
  // All at once where that takes no longer: rows are solved from their parts then.
  for (std::size_t segments = 1; segments <= std::min(strips, most_segments); ++segments) {
    const std::size_t blocks = points * segments;
    if (segments > 1 && blocks > most_blocks) break;
    const double time =
        static_cast<double>(rounds_of(blocks, places)) / static_cast<double>(segments);
    if (time <= 1.04 * least) return {segments, points};
  }
  return best;
}

}  // namespace diagc::dynamics
