// Constants of the sampling.
#pragma once

#include <cstdint>

namespace diagc::series {

constexpr std::uint32_t link_bins = 16;    ///< of the time difference of a link
constexpr std::uint32_t least_blocks = 8;  ///< of walkers, for errors by blocks
/// Number of groups for statistics: more would say no more about errors, and all are read after every round.
constexpr std::uint32_t enough_groups = 256;

/// Steps of every counted member in the warm-up of independent samples, from that of walkers in chains: each of them counts.
constexpr std::uint32_t tree_steps(std::uint32_t warmup_steps) {
  return warmup_steps < 256 ? 16 : warmup_steps / 16;
}

}  // namespace diagc::series
