#include "physics/networks/device_memory.h"

#include <algorithm>

#include "compiler/arrays/device/step_tables.h"
#include "physics/networks/array_powers.h"
#include "physics/networks/device_program.h"
#include "runtime/cuda/cublas.h"

namespace diagc::networks {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DevicePlan;
using arrays::DeviceStep;

namespace {

/// What devices allocate at once.
constexpr std::uint64_t page_bytes = std::uint64_t{2} << 20U;

}  // namespace

bool is_by_tables(DeviceForm form) {
  return form == DeviceForm::grouped || form == DeviceForm::tables;
}

bool has_products(const DevicePlan& plan) {
  return std::ranges::any_of(plan.launches, [](const DeviceLaunch& launch) {
    return launch.form == DeviceForm::products;
  });
}

bool has_powers(const DevicePlan& plan) {
  return arrays::exponent_field_of_one(plan.element) != 0 &&
         std::ranges::any_of(plan.launches,
                             [](const DeviceLaunch& launch) { return finds_power(launch); });
}

MemoryLayout::MemoryLayout(const DevicePlan& plan, std::size_t tensors) {
  const auto take = [&](std::uint64_t bytes) {
    const std::uint64_t at = all;
    all += (bytes + 255) / 256 * 256;
    return at;
  };
  std::uint64_t count = 0, blocks = 0;
  for (const DeviceLaunch& launch : plan.launches) {
    if (is_by_tables(launch.form)) count += launch.count;
    blocks += launch.ends.size();
  }
  take(plan.elements * arrays::device_bytes(plan.element));
  tasks = take(count * sizeof(TaskRecord));
  ends = take(blocks * sizeof(std::uint32_t));
  tables = take(plan.tables * sizeof(std::uint32_t));
  starts = take((tensors + 1) * sizeof(std::uint64_t));
  most = take((plan.offsets.size() + plan.more_blocks) * sizeof(int));
  factors = take(4 * plan.launches.size() * sizeof(int));
  std::size_t made_count = 0, shift_count = 0;
  for (const arrays::DeviceLoop& loop : plan.loops) {
    made_count += loop.made.size();
    shift_count += loop.shifts.size();
  }
  made = take(made_count * sizeof(std::uint32_t));
  shifts = take(shift_count * sizeof(arrays::DeviceLoop::Shift));
  if (has_powers(plan)) {
    terms = take(ArrayPowers(plan).terms.size() * sizeof(PowerTerm));
    common_powers = take((plan.launches.size() + plan.more_blocks) * sizeof(std::int64_t));
    powers = take(plan.launches.size() * (plan.ranks + 1) * sizeof(std::int64_t));
  }
  library = take(has_products(plan) ? cuda::Cublas::workspace_bytes : 0);
}

TaskTables::TaskTables(const DevicePlan& plan, std::size_t tensors) {
  const auto count = [](const std::vector<arrays::PlanAxis>& axes) {
    return static_cast<std::uint32_t>(arrays::count_of(axes));
  };
  // Values that are no tensors begin where the one after the last tensor does: at 0.
  const auto start_index = [&](std::uint32_t value) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(value, tensors));
  };
  for (const DeviceLaunch& launch : plan.launches) {
    first_tasks.push_back(static_cast<std::uint32_t>(tasks.size()));
    first_ends.push_back(ends.size());
    if (!is_by_tables(launch.form)) continue;
    for (const std::size_t end : launch.ends)
      ends.push_back(static_cast<std::uint32_t>(tasks.size() + end - launch.first));
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
      const DeviceStep& step = plan.steps[s];
      tasks.push_back({plan.offsets[step.a], plan.offsets[step.b], plan.offsets[step.c],
                       offsets.size(), start_index(step.a), start_index(step.b), step.a, step.b,
                       step.c, count(step.rows), count(step.columns), count(step.summed),
                       static_cast<std::uint32_t>(arrays::threads_of_sum(step))});
      const std::vector<std::uint32_t> own = arrays::table_of(step);
      offsets.insert(offsets.end(), own.begin(), own.end());
    }
  }
}

std::uint64_t device_peak_bytes(const DevicePlan& plan, std::size_t tensors) {
  return (MemoryLayout(plan, tensors).all + page_bytes - 1) / page_bytes * page_bytes;
}

}  // namespace diagc::networks
