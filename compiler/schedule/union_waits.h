// For which other tasks each task of a kernel by unions waits (union_lists.h).
#pragma once

#include "compiler/schedule/union_tasks.h"

namespace diagc {

inline constexpr std::size_t most_union_tasks = 1024;

/// Tasks as a simulation has ordered them.
struct UnionOrder {
  const std::vector<std::vector<std::uint32_t>>& warps;  ///< tasks in the order of each
  const std::vector<std::vector<std::uint32_t>>&
      tenants;                          ///< by place in memory: arrays one after the other
  std::vector<std::uint32_t> by_begin;  ///< all tasks
};

/// By task those of this group and of the one before that must be done, for its inputs and for the places that it takes. False where these
/// are too many.
bool find_union_waits(UnionTasks& all, const UnionOrder& order);

}  // namespace diagc
