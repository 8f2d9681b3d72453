// What a warp computes of a recurrence by unions without waiting, and which values go from task to task (unions.h).
#pragma once

#include "compiler/schedule/unions.h"

namespace diagc {

/// Some units of one form: those of one union whose sums of their own are shared, one after the other, or units side by side in the lanes.
struct UnionTask {
  std::uint32_t form;
  std::vector<std::vector<std::uint32_t>> steps;  ///< units side by side
  std::vector<std::uint32_t> now,
      before;          ///< tasks to wait for, of this group and of the one before
  bool reads = false;  ///< values of others
};

/// Packs of one row of a unit.
struct UnionArray {
  std::vector<std::uint32_t> packs;
  std::uint32_t writer = 0;            ///< task
  std::vector<std::uint32_t> readers;  ///< tasks
  std::size_t reading_units = 0;
};

/// Arrays that a unit reads and writes.
struct UnitArrays {
  std::vector<std::uint32_t> in, out;
};

struct UnionTasks {
  std::vector<UnionTask> tasks;
  std::vector<UnionArray> arrays;
  std::vector<UnitArrays> units;
  std::vector<std::vector<std::uint32_t>> in, out;  ///< arrays by task
  std::vector<bool> in_place;                       ///< by form: reads all before it writes
  /// By form: the sides of a warp share the rows of one unit.
  std::vector<bool> divided;
};

/// `sides`: units side by side in a warp; `in_place`: values that a unit may read before it writes over them.
UnionTasks find_union_tasks(const Unions& unions, unsigned sides, unsigned in_place);

}  // namespace diagc
