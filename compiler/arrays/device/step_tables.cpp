#include "compiler/arrays/device/step_tables.h"

namespace diagc::arrays {

namespace {

/// Products of a sum that a thread takes rather than share them.
constexpr std::uint64_t own_products = 4;

/// Offsets in one array of all values of a group's axes, the last one fastest.
void append_offsets(const std::vector<PlanAxis>& axes, std::uint64_t PlanAxis::* stride,
                    std::vector<std::uint32_t>& table) {
  const std::uint64_t count = count_of(axes);
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t rest = k, offset = 0;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      offset += rest % axes[axis].extent * axes[axis].*stride;
      rest /= axes[axis].extent;
    }
    table.push_back(static_cast<std::uint32_t>(offset));
  }
}

}  // namespace

std::uint64_t threads_of_sum(const DeviceStep& step) {
  constexpr std::uint64_t enough_threads = 1 << 15;
  const std::uint64_t outputs = count_of(step.rows) * count_of(step.columns),
                      summed = count_of(step.summed);
  std::uint64_t threads = 1;
  while (threads < device_threads && threads * own_products < summed &&
         threads * outputs < enough_threads)
    threads *= 2;
  return threads;
}

std::uint64_t threads_of_sum(const DeviceStep& step, std::uint64_t threads) {
  const std::uint64_t outputs = count_of(step.rows) * count_of(step.columns),
                      summed = count_of(step.summed);
  std::uint64_t of_sum = 1;
  while (of_sum * own_products < summed && 2 * of_sum * outputs <= threads) of_sum *= 2;
  return of_sum;
}

std::vector<std::uint32_t> table_of(const DeviceStep& step) {
  std::vector<std::uint32_t> table;
  table.reserve(table_entries(step));
  for (const auto stride : {&PlanAxis::a, &PlanAxis::b, &PlanAxis::c})
    append_offsets(step.rows, stride, table);
  for (const auto stride : {&PlanAxis::b, &PlanAxis::c})
    append_offsets(step.columns, stride, table);
  for (const auto stride : {&PlanAxis::a, &PlanAxis::b}) append_offsets(step.summed, stride, table);
  return table;
}

}  // namespace diagc::arrays
