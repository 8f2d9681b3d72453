#include "physics/networks/launch_times.h"

#include <algorithm>

namespace diagc::networks {

LaunchTimes::LaunchTimes(const arrays::DevicePlan& plan, const cuda::Device& device)
    : plan_(plan),
      device_(device),
      begins_(plan.loops.size()),
      ends_(plan.loops.size()),
      seconds_(plan.launches.size()) {}

void LaunchTimes::want(bool are_wanted) {
  are_wanted_ = are_wanted;
  if (!are_wanted) {
    std::ranges::fill(seconds_, 0);
    return;
  }
  const std::size_t events = 1 + plan_.launches.size() + plan_.loops.size();
  while (events_.size() < events) events_.push_back(cuda::Event::with_time(device_));
}

void LaunchTimes::begin(const cuda::Stream& stream) {
  recorded_.clear();
  done_.clear();
  read_ = 0;
  if (!are_wanted_) return;
  events_[0].record(stream);
}

void LaunchTimes::launched(std::size_t launch, const cuda::Stream& stream) {
  if (!are_wanted_) return;
  recorded_.push_back(launch);
  events_[recorded_.size()].record(stream);
}

void LaunchTimes::loop_begins(std::size_t loop) { begins_[loop] = recorded_.size(); }

void LaunchTimes::last_value_begins(std::size_t loop, const cuda::Stream& stream) {
  launched(plan_.launches.size() + loop, stream);
}

void LaunchTimes::loop_is_done(std::size_t loop) {
  if (!are_wanted_) return;
  ends_[loop] = recorded_.size();
  if (is_around_all(loop)) done_.push_back(loop);
}

bool LaunchTimes::is_around_all(std::size_t loop) const {
  for (std::size_t around = 0; around < loop; ++around)
    if (loop < plan_.loops[around].next) return false;
  return true;
}

void LaunchTimes::read() {
  for (; read_ < recorded_.size(); ++read_) {
    if (recorded_[read_] < plan_.launches.size())
      seconds_[recorded_[read_]] = events_[read_ + 1].seconds_since(events_[read_]);
  }
  for (const std::size_t loop : done_) share(loop);
  done_.clear();
}

void LaunchTimes::share(std::size_t loop) {
  const double all = events_[ends_[loop]].seconds_since(events_[begins_[loop]]);
  const arrays::DeviceLoop& whole = plan_.loops[loop];
  double together = 0;
  for (std::size_t l = whole.first; l < whole.last; ++l) {
    for (std::size_t k = loop; k < whole.next; ++k)
      if (plan_.loops[k].has(l)) seconds_[l] *= static_cast<double>(plan_.loops[k].extent);
    together += seconds_[l];
  }
  if (together <= 0) return;
  for (std::size_t l = whole.first; l < whole.last; ++l) seconds_[l] *= all / together;
}

}  // namespace diagc::networks
