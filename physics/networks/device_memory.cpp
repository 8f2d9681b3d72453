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
  std::uint64_t count = 0, blocks = 0, wave_count = 0;
  for (const DeviceLaunch& launch : plan.launches) {
    if (is_by_tables(launch.form)) count += launch.count;
    wave_count += launch.waves.size();
    blocks += launch.ends.size();
  }
  take(plan.elements * arrays::device_bytes(plan.element));
  tasks = take(count * sizeof(TaskRecord));
  waves = take(wave_count * sizeof(WaveRecord));
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
  const auto add = [&](const DeviceStep& step, std::uint64_t threads_of_sum) {
    tasks.push_back({plan.offsets[step.a], plan.offsets[step.b], plan.offsets[step.c],
                     offsets.size(), start_index(step.a), start_index(step.b), step.a, step.b,
                     step.c, count(step.rows), count(step.columns), count(step.summed),
                     static_cast<std::uint32_t>(threads_of_sum)});
    const std::vector<std::uint32_t> own = arrays::table_of(step);
    offsets.insert(offsets.end(), own.begin(), own.end());
  };
  for (const DeviceLaunch& launch : plan.launches) {
    first.push_back(static_cast<std::uint32_t>(launch.form == DeviceForm::grouped ? waves.size()
                                                                                  : tasks.size()));
    first_ends.push_back(ends.size());
    if (launch.form == DeviceForm::tables) {
      const DeviceStep& step = plan.steps[launch.first];
      add(step, arrays::threads_of_sum(step));
    }
    for (const std::size_t end : launch.ends)
      ends.push_back(first.back() + static_cast<std::uint32_t>(end));
    for (const arrays::StepWave& wave : launch.waves) {
      WaveRecord own{static_cast<std::uint32_t>(tasks.size()),
                     static_cast<std::uint32_t>(tasks.size() + wave.count),
                     static_cast<std::uint32_t>(wave.threads), 1};
      for (std::size_t s = wave.first; s < wave.first + wave.count; ++s) {
        const std::uint64_t sharing = arrays::threads_of_sum(plan.steps[s], wave.threads);
        own.threads_of_sum = std::max(own.threads_of_sum, static_cast<std::uint32_t>(sharing));
        add(plan.steps[s], sharing);
      }
      waves.push_back(own);
    }
  }
}

std::uint64_t device_peak_bytes(const DevicePlan& plan, std::size_t tensors) {
  return (MemoryLayout(plan, tensors).all + page_bytes - 1) / page_bytes * page_bytes;
}

}  // namespace diagc::networks
