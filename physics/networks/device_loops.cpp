#include "physics/networks/device_loops.h"

#include <algorithm>

#include "physics/networks/device_steps.h"

namespace diagc::networks {

using arrays::DeviceLoop;
using arrays::DeviceStep;

LoopLauncher::LoopLauncher(DeviceArrays& arrays)
    : on_(arrays),
      is_begun_(arrays.array_count()),
      begin_(arrays.plan.loops.size()),
      values_(arrays.plan.loops.size()) {
  for (std::size_t loop = 0; loop < on_.plan.loops.size(); ++loop) {
    for (const DeviceStep& step : on_.plan.steps) {
      if (step.form != arrays::DeviceForm::sum ||
          std::ranges::count(on_.plan.loops[loop].sums, step.c) == 0)
        continue;
      for (std::uint64_t block = 0; block < step.blocks; ++block)
        begin_[loop].push_back(on_.array_of(step, block));
    }
  }
}

void LoopLauncher::launch(std::size_t launch, bool is_timed) {
  const cuda::Device::Current current(on_.device);
  take_launch(on_, launch);
  if (is_timed) on_.times.launched(launch, on_.stream);
}

void LoopLauncher::loop_begins(std::size_t number, bool is_timed) {
  for (const std::size_t array : begin_[number]) is_begun_[array] = false;
  if (is_timed) on_.times.loop_begins(number);
  values_[number] = 0;
}

void LoopLauncher::last_value_begins(std::size_t loop) {
  on_.times.last_value_begins(loop, on_.stream);
}

void LoopLauncher::go_on(std::size_t loop) {
  const cuda::Device::Current current(on_.device);
  NextParameter next = next_of(loop);
  on_.code.next->launch(on_.stream, &next);
}

void LoopLauncher::loop_is_done(std::size_t loop, bool is_timed) {
  if (is_timed) on_.times.loop_is_done(loop);
}

NextParameter LoopLauncher::next_of(std::size_t number) {
  const DeviceLoop& loop = on_.plan.loops[number];
  ++values_[number];
  NextParameter next{};
  next.starts = on_.at(on_.layout.starts);
  next.made = on_.at(on_.layout.made + on_.first_made[number] * sizeof(std::uint32_t));
  next.made_count = static_cast<std::uint32_t>(loop.made.size());
  next.shifts = on_.at(on_.layout.shifts + on_.first_shifts[number] * sizeof(DeviceLoop::Shift));
  next.shift_count = static_cast<std::uint32_t>(loop.shifts.size());
  // From the last value back to the first one.
  next.times = values_[number] < loop.extent ? 1 : -static_cast<std::int64_t>(loop.extent - 1);
  next.most = on_.at(on_.layout.most);
  return next;
}

void LoopLauncher::add_term(std::size_t launch, std::size_t loop, bool is_timed) {
  const cuda::Device::Current current(on_.device);
  const DeviceStep& step = on_.plan.steps[on_.plan.launches[launch].first];
  std::uint64_t block = 0;
  for (const std::size_t kept : step.block_loops)
    block = block * on_.plan.loops[kept].extent + values_[kept];
  const std::size_t array = on_.array_of(step, block);
  const bool begins = !is_begun_[array];
  is_begun_[array] = true;
  NextParameter next = loop == no_loop ? NextParameter{} : next_of(loop);
  if (on_.powers) {
    next.most = on_.at(on_.layout.most);
    next.adds = 1;
    next.begins = begins ? 1 : 0;
    next.term = step.a;
    next.sum = static_cast<std::uint32_t>(array);
    next.launch = static_cast<std::uint32_t>(on_.power_of(launch, block));
    next.values = static_cast<std::uint32_t>(on_.plan.offsets.size());
    next.terms = on_.at(on_.layout.terms + on_.powers->first[launch] * sizeof(PowerTerm));
    next.count =
        static_cast<std::uint32_t>(on_.powers->first[launch + 1] - on_.powers->first[launch]);
    next.of_launches = on_.at(on_.layout.common_powers);
    next.factors = on_.factors_of(launch);
    next.given = on_.given[launch];
  }
  if (on_.powers || loop != no_loop) on_.code.next->launch(on_.stream, &next);
  const std::uint64_t before = block * step.elements;
  const auto term = on_.element(on_.plan.offsets[step.a]),
             sum = on_.element(on_.plan.offsets[step.c] + before),
             most = on_.most_of(static_cast<std::uint32_t>(array));
  if (step.is_compensated) {
    CompensatedAdditionParameter addition{term,
                                          sum,
                                          on_.element(step.compensation + before),
                                          on_.factors_of(launch),
                                          most,
                                          step.elements * on_.element_bytes / sizeof(float),
                                          begins ? 1U : 0U};
    on_.code.calls[launch].launch(on_.stream, &addition);
  } else {
    AdditionParameter addition{
        term, sum, on_.factors_of(launch), most, step.elements, begins ? 1U : 0U, on_.prime};
    on_.code.calls[launch].launch(on_.stream, &addition);
  }
  if (is_timed) on_.times.launched(launch, on_.stream);
}

}  // namespace diagc::networks
