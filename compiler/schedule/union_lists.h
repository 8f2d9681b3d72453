// Which warp computes which units of a block when, and where their packs stand in shared memory (unions.h).
//
// Groups of configurations follow each other without barriers. Every warp has a fixed list of tasks, from a simulation; a task waits for those
// that write what it reads, and for those that were to read what stood where it writes.
#pragma once

#include <atomic>

#include "compiler/schedule/union_tasks.h"

namespace diagc {

struct UnionListOptions {
  unsigned warps = 0, sides = 1;  ///< units side by side in a warp
  std::uint32_t packs = 0;        ///< that memory has room for
  unsigned in_place = 64;         ///< values that a unit may read before it writes over them
  unsigned trials = 200;          ///< orders that are simulated
  const std::atomic<bool>* stop = nullptr;
};

struct UnionLists {
  std::vector<UnionTask> tasks;
  std::vector<std::vector<std::uint32_t>> warps;  ///< tasks in the order of each
  std::vector<std::uint32_t> place;               ///< by pack of Unions::packs
  std::vector<bool> in_place;                     ///< by form: reads all before it writes
  std::vector<bool> divided;                      ///< by form: see UnionTasks
  double cycles = 0;                              ///< of a group where several follow each other
  double work = 0;                                ///< of a group, all warps together
};

/// Cycles of a warp for one unit of the form, beside others; `parts`: sides that share its rows.
double union_cycles(const UnionForm& form, unsigned parts = 1);

/// Throws std::runtime_error where the packs have no room.
UnionLists make_union_lists(const Unions& unions, const UnionListOptions& options);

}  // namespace diagc
