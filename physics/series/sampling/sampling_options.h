// Constants of the sampling.
#pragma once

#include <cstdint>

namespace diagc::series {

constexpr std::uint32_t link_bins = 16;    ///< of the time difference of a link
constexpr std::uint32_t least_blocks = 8;  ///< of walkers, for errors by blocks
/// Number of groups for statistics: more would say no more about errors, and all are read after every round.
constexpr std::uint32_t enough_groups = 256;

/// Groups whose means errors of even points are made of, which are then known to 9 %.
constexpr std::uint32_t least_sobol_groups = 64;
/// Automatic: the most integrated vertices whose samples are drawn by points of Sobol's sequence.
constexpr std::uint32_t most_sobol_vertices = 5;

/// Steps of every counted member in the warm-up of independent samples, from that of walkers in chains: each of them counts.
constexpr std::uint32_t tree_steps(std::uint32_t warmup_steps) {
  return warmup_steps < 256 ? 16 : warmup_steps / 16;
}

/// Whether the warm-up chooses between independent samples and chains by so many steps of all members of each: not where millions of evaluations
/// take seconds, as those of large graphs on devices do. Independent samples are taken there.
constexpr bool compares_chains(std::uint64_t steps, std::uint64_t members, std::uint64_t flops) {
  constexpr std::uint64_t large = 300'000, most = 1 << 20;
  return flops < large || steps * members <= most;
}

}  // namespace diagc::series
