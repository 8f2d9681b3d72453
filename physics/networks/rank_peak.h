// What a rank on processors has at once.
#pragma once

#include <cstdint>

#include "compiler/arrays/device/rank_plan.h"

namespace diagc::networks {

/// Elements of shards, and of pieces that travel.
std::uint64_t processor_rank_peak(const arrays::RankPlan& plan);

}  // namespace diagc::networks
