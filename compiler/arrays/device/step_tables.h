// Offsets of steps by tables, and how many threads share one of their sums.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// Threads that share a sum of a step that all multiprocessors take: a power of two.
std::uint64_t threads_of_sum(const DeviceStep& step);

/// The same of a step that so many threads take, a power of two; where they share sums, they have all sums at once.
std::uint64_t threads_of_sum(const DeviceStep& step, std::uint64_t threads);

/// Offsets of a step by tables, in the order of table_entries().
std::vector<std::uint32_t> table_of(const DeviceStep& step);

}  // namespace diagc::arrays
