// Constants of the sampling.
#pragma once

#include <cstdint>

namespace diagc::series {

constexpr std::uint32_t link_bins = 16;    ///< of the time difference of a link
constexpr std::uint32_t least_blocks = 8;  ///< of walkers, for errors by blocks
/// Number of groups for statistics: more would say no more about errors, and all are read after every round.
constexpr std::uint32_t enough_groups = 256;

}  // namespace diagc::series
