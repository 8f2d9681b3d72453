// What is fixed in how orders are sampled.
#pragma once

#include <cstdint>

namespace diagc::integrate {

constexpr std::uint32_t link_bins = 16;    ///< of the time difference of a link
constexpr std::uint32_t least_blocks = 8;  ///< of walkers, for errors by blocks
/// Of statistics: more say no more about errors, and all are looked at after every round.
constexpr std::uint32_t enough_groups = 256;

}  // namespace diagc::integrate
