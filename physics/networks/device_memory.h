// One block of a device's memory: what of a plan lies where in it, and tables that kernels read there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::networks {

/// struct Task of device/text/tables.cuh.
struct TaskRecord {
  std::uint64_t a, b, c, table;
  std::uint32_t start_a, start_b;
  std::uint32_t value_a, value_b, value_c;
  std::uint32_t lanes, columns, summed;
  std::uint32_t threads_of_sum;
};

/// struct Wave of device/text/tables.cuh.
struct WaveRecord {
  std::uint32_t first, end;
  std::uint32_t threads, threads_of_sum;
};

/// Bytes from the beginning of the block; arrays of the plan come first.
struct MemoryLayout {
  MemoryLayout(const arrays::DevicePlan& plan, std::size_t tensors);

  std::uint64_t tasks = 0, waves = 0, ends = 0, tables = 0, starts = 0, most = 0, factors = 0;
  std::uint64_t library = 0;
  /// Of loops: values that are computed anew, and strides of tensors.
  std::uint64_t made = 0, shifts = 0;
  /// Of exchanges and sums over loops: terms of powers; by launch, and of further arrays of sums, the common power. Of exchanges by launch and rank, theirs.
  std::uint64_t terms = 0, common_powers = 0, powers = 0;
  std::uint64_t all = 0;
};

/// Of steps that go by tables.
struct TaskTables {
  TaskTables(const arrays::DevicePlan& plan, std::size_t tensors);

  std::vector<TaskRecord> tasks;
  std::vector<WaveRecord> waves;
  std::vector<std::uint32_t> ends;      ///< of blocks, one past their last waves
  std::vector<std::uint32_t> offsets;   ///< of all tasks, one after the other
  std::vector<std::uint32_t> first;     ///< by launch: task, or wave of groups
  std::vector<std::size_t> first_ends;  ///< by launch
};

bool is_by_tables(arrays::DeviceForm form);

/// Whether a library takes a step.
bool has_products(const arrays::DevicePlan& plan);

/// Whether pieces that devices exchange, or terms of sums over loops, have powers of two.
bool has_powers(const arrays::DevicePlan& plan);

}  // namespace diagc::networks
