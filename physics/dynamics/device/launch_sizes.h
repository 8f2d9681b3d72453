// Sizes of launches and of numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "physics/dynamics/blocks.h"

namespace diagc::dynamics {

inline constexpr std::size_t complex_bytes = sizeof(Complex);
/// Threads of a block that moves numbers, and warps of one that solves for rows: text/rows.cuh.
inline constexpr std::size_t moving_threads = 128, warps_of_rows = 4;

/// Panels for which arrays have room beyond those that there are, where as many follow, or twice as many as there are, if they are more.
inline constexpr std::size_t least_spare = 4;
/// Parts that memory for the next panel comes in.
inline constexpr std::size_t parts_ahead = 7;

/// Of `control` two parts: the largest change, and Legendre coefficients (text/rows.cuh).
inline constexpr std::size_t control_words = 8;

inline std::size_t blocks_of(std::size_t tasks, std::size_t of_block) {
  return (tasks + of_block - 1) / of_block;
}
inline std::uint32_t narrow(std::size_t number) { return static_cast<std::uint32_t>(number); }

}  // namespace diagc::dynamics
