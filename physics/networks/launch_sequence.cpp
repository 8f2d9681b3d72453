#include "physics/networks/launch_sequence.h"

#include <algorithm>

namespace diagc::networks {

namespace {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DeviceLoop;

class LaunchSequence {
 public:
  LaunchSequence(const arrays::DevicePlan& plan, LaunchTaker& taker) : plan_(plan), taker_(taker) {}

  void take(bool once) {
    const auto slices =
        std::ranges::find(plan_.launches, false, &DeviceLaunch::once) - plan_.launches.begin();
    const std::size_t first = once ? 0 : static_cast<std::size_t>(slices),
                      last = once ? static_cast<std::size_t>(slices) : plan_.launches.size();
    const auto loop = std::ranges::lower_bound(plan_.loops, first, {}, &DeviceLoop::first);
    take(first, last, no_loop, static_cast<std::size_t>(loop - plan_.loops.begin()), true);
  }

 private:
  void take(std::size_t first, std::size_t last, std::size_t within, std::size_t next_loop,
            bool is_timed) {
    while (first < last) {
      if (next_loop < plan_.loops.size() && plan_.loops[next_loop].first == first) {
        take_loop(next_loop, is_timed);
        first = plan_.loops[next_loop].last;
        next_loop = plan_.loops[next_loop].next;
        continue;
      }
      if (plan_.launches[first].form == DeviceForm::sum) {
        const bool goes_on =
            within != no_loop && plan_.loops[within].adds && first + 1 == plan_.loops[within].last;
        taker_.add_term(first, goes_on ? within : no_loop, is_timed);
      } else {
        taker_.launch(first, is_timed);
      }
      ++first;
    }
  }

  void take_loop(std::size_t number, bool is_timed) {
    const DeviceLoop& loop = plan_.loops[number];
    taker_.loop_begins(number, is_timed);
    for (std::uint64_t value = 0; value < loop.extent; ++value) {
      const bool is_last = is_timed && value + 1 == loop.extent;
      if (is_last) taker_.last_value_begins(number);
      take(loop.first, loop.last, number, number + 1, is_last);
      if (!loop.adds) taker_.go_on(number);
    }
    taker_.loop_is_done(number, is_timed);
  }

  const arrays::DevicePlan& plan_;
  LaunchTaker& taker_;
};

}  // namespace

void take_launches(const arrays::DevicePlan& plan, bool once, LaunchTaker& taker) {
  LaunchSequence(plan, taker).take(once);
}

}  // namespace diagc::networks
