// Which move all walkers make at a step.
#pragma once

#include <cstdint>
#include <vector>

namespace diagc::series {

/// The moves of an order: twice a draw and a shift of each vertex and one of the root where there are several; `redraw`: all anew, which
/// costs as much as several others, once.
std::vector<std::uint8_t> move_cycle(std::uint32_t order, bool roots, bool redraw);

/// The steps of the fewest whole cycles that have at least `least_steps`.
std::uint32_t stretch_of(const std::vector<std::uint8_t>& moves, std::uint32_t least_steps);

}  // namespace diagc::series
