#include "physics/networks/device_loops.h"

#include <algorithm>

#include "physics/networks/device_parameters.h"
#include "physics/networks/device_steps.h"

namespace diagc::networks {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DeviceLoop;
using arrays::DeviceStep;

LoopLauncher::LoopLauncher(DeviceArrays& arrays)
    : on_(arrays),
      given_(arrays.plan.launches.size()),
      is_begun_(arrays.plan.offsets.size()),
      values_(arrays.plan.loops.size()) {}

void LoopLauncher::take(bool once, const std::vector<std::int64_t>& given) {
  const auto& launches = on_.plan.launches;
  if (on_.powers) {
    for (std::size_t l = 0; l < launches.size(); ++l) {
      given_[l] = 0;
      for (const PowerTerm& term : on_.powers->tensors[l])
        given_[l] += term.weight * given[term.index];
    }
  }
  const auto slices = std::ranges::find(launches, false, &DeviceLaunch::once) - launches.begin();
  const std::size_t first = once ? 0 : static_cast<std::size_t>(slices),
                    last = once ? static_cast<std::size_t>(slices) : launches.size();
  const auto loop = std::ranges::lower_bound(on_.plan.loops, first, {}, &DeviceLoop::first);
  take(first, last, none, static_cast<std::size_t>(loop - on_.plan.loops.begin()), true);
}

void LoopLauncher::take(std::size_t first, std::size_t last, std::size_t within,
                        std::size_t next_loop, bool is_timed) {
  while (first < last) {
    if (next_loop < on_.plan.loops.size() && on_.plan.loops[next_loop].first == first) {
      take_loop(next_loop, is_timed);
      first = on_.plan.loops[next_loop].last;
      next_loop = on_.plan.loops[next_loop].next;
      continue;
    }
    if (on_.plan.launches[first].form == DeviceForm::sum) {
      go_on(within, first);
      add_term(first);
    } else {
      take_launch(on_, first);
    }
    if (is_timed) on_.times.launched(first, on_.stream);
    ++first;
  }
}

void LoopLauncher::take_loop(std::size_t number, bool is_timed) {
  const DeviceLoop& loop = on_.plan.loops[number];
  if (loop.begins) is_begun_[loop.sum] = false;
  if (is_timed) on_.times.loop_begins(number);
  values_[number] = 0;
  while (values_[number] < loop.extent) {
    const bool is_last = is_timed && values_[number] + 1 == loop.extent;
    if (is_last) on_.times.last_value_begins(number, on_.stream);
    take(loop.first, loop.last, number, number + 1, is_last);
    if (!loop.adds) go_on(number, none);
  }
  if (is_timed) on_.times.loop_is_done(number);
}

void LoopLauncher::go_on(std::size_t number, std::size_t sum) {
  const DeviceLoop& loop = on_.plan.loops[number];
  ++values_[number];
  NextParameter next{};
  next.most = on_.at(on_.layout.most);
  next.starts = on_.at(on_.layout.starts);
  next.made = on_.at(on_.layout.made + on_.first_made[number] * sizeof(std::uint32_t));
  next.made_count = static_cast<std::uint32_t>(loop.made.size());
  next.shifts = on_.at(on_.layout.shifts + on_.first_shifts[number] * sizeof(DeviceLoop::Shift));
  next.shift_count = static_cast<std::uint32_t>(loop.shifts.size());
  // From the last value back to the first one.
  next.times = values_[number] < loop.extent ? 1 : -static_cast<std::int64_t>(loop.extent - 1);
  if (sum != none) {
    const DeviceStep& step = on_.plan.steps[on_.plan.launches[sum].first];
    next.adds = 1;
    next.begins = is_begun_[step.c] ? 0 : 1;
    next.term = step.a;
    next.sum = step.c;
    next.launch = static_cast<std::uint32_t>(sum);
    next.values = static_cast<std::uint32_t>(on_.plan.offsets.size());
    if (on_.powers) {
      next.terms = on_.at(on_.layout.terms + on_.powers->first[sum] * sizeof(PowerTerm));
      next.count = static_cast<std::uint32_t>(on_.powers->first[sum + 1] - on_.powers->first[sum]);
      next.of_launches = on_.at(on_.layout.common_powers);
      next.factors = on_.factors_of(sum);
      next.given = given_[sum];
    }
  }
  on_.code.next->launch(on_.stream, &next);
}

void LoopLauncher::add_term(std::size_t launch) {
  const DeviceStep& step = on_.plan.steps[on_.plan.launches[launch].first];
  AdditionParameter addition{on_.element(on_.plan.offsets[step.a]),
                             on_.element(on_.plan.offsets[step.c]),
                             on_.factors_of(launch),
                             on_.most_of(step.c),
                             step.elements,
                             is_begun_[step.c] ? 0U : 1U,
                             on_.prime};
  on_.code.calls[launch].launch(on_.stream, &addition);
  is_begun_[step.c] = true;
}

}  // namespace diagc::networks
