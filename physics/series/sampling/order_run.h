// One order in a run: its walkers, what they do, and what came of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "physics/series/results/result.h"
#include "physics/series/sampling/order_walkers.h"
#include "physics/series/sampling/statistics.h"

namespace diagc::integrate {

/// Steps of a stretch on a device, at least: fewer take it no longer than starting them.
constexpr std::uint32_t gpu_stretch = 256;

struct OrderRun {
  std::uint32_t order = 1;
  double scale = 1;  ///< value = scale · λ · ρ
  std::uint32_t all_blocks = 0;
  std::uint32_t group =
      1;  ///< neighbouring blocks that are one in the statistics; all_blocks is a multiple
  std::vector<std::uint32_t> blocks;  ///< numbers of those that this process owns, whole groups
  std::unique_ptr<OrderWalkers> walkers;
  StepPlan plan;
  std::uint32_t least_stretch = 32;
  std::uint32_t stretch = 1;           ///< steps, whole cycles of moves, at least least_stretch
  std::uint64_t next_step = 0;         ///< of every walker
  std::uint64_t stretches = 0;         ///< that counted
  double cost_per_step = 1;            ///< of one walker
  std::vector<BlockStatistics> given;  ///< of own groups
  Estimate estimate;                   ///< of all blocks of all ranks

  double stretch_cost() const {
    return cost_per_step * stretch * OrderWalkers::block_walkers * all_blocks;
  }
  double value_scale() const { return scale * plan.normalisation; }
};

/// The moves of an order: twice a draw and a shift of each vertex and one of the root where there are several; `redraw`: all anew, which
/// costs as much as several others, once.
std::vector<std::uint8_t> move_cycle(std::uint32_t order, bool roots, bool redraw);

/// The fewest whole cycles that make so many steps.
std::uint32_t stretch_of(const std::vector<std::uint8_t>& moves, std::uint32_t least_steps);

OrderResult result_of(const OrderRun& run);

}  // namespace diagc::integrate
