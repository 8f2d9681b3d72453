#include "physics/networks/device_arrays.h"

#include <chrono>

namespace diagc::networks {

DeviceArrays::DeviceArrays(const arrays::DevicePlan& own_plan, std::size_t tensor_count,
                           const DeviceSetup& setup, int number, std::uint32_t own_prime)
    : plan(own_plan),
      tensors(tensor_count),
      prime(own_prime),
      element_bytes(arrays::device_bytes(plan.element)),
      device(number),
      layout(plan, tensors),
      code(plan, setup, device),
      given(plan.launches.size()),
      times(plan, device),
      stream(device) {
  times.want(setup.times);
  memory.emplace_back(device, device_peak_bytes(plan, tensors));
  staged.emplace_back(device, (tensors + 1 + powers_of_two()) * sizeof(std::uint64_t) +
                                  array_count() * sizeof(int));
  if (has_products(plan)) {
    const auto start = std::chrono::steady_clock::now();
    cublas.emplace(stream, at(layout.library));
    library_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  write_tables();
  arrivals.resize(plan.launches.size());
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    const arrays::DeviceStep& step = plan.steps[plan.launches[l].first];
    if (step.message_pieces == 1) continue;
    for (std::size_t k = 0; k < step.message_pieces; ++k) arrivals[l].emplace_back(device);
    if (!transfers) transfers.emplace(device);
  }
}

void DeviceArrays::find_given(const std::vector<std::int64_t>& of_tensors) {
  if (!powers) return;
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    given[l] = 0;
    for (const PowerTerm& term : powers->tensors[l])
      given[l] += term.weight * of_tensors[term.index];
  }
}

void DeviceArrays::write_tables() {
  const TaskTables tables(plan, tensors);
  const auto write = [&](const auto& list, std::uint64_t to) {
    memory.front().write(list.data(), list.size() * sizeof(list[0]), to);
  };
  write(tables.tasks, layout.tasks);
  write(tables.waves, layout.waves);
  write(tables.ends, layout.ends);
  write(tables.offsets, layout.tables);
  if (has_powers(plan)) {
    powers.emplace(plan);
    write(powers->terms, layout.terms);
  }
  first_by_tables = tables.first;
  first_ends = tables.first_ends;
  if (plan.loops.empty()) return;
  std::vector<std::uint32_t> made;
  std::vector<arrays::DeviceLoop::Shift> shifts;
  for (const arrays::DeviceLoop& loop : plan.loops) {
    first_made.push_back(made.size());
    first_shifts.push_back(shifts.size());
    made.insert(made.end(), loop.made.begin(), loop.made.end());
    shifts.insert(shifts.end(), loop.shifts.begin(), loop.shifts.end());
  }
  write(made, layout.made);
  write(shifts, layout.shifts);
}

}  // namespace diagc::networks
