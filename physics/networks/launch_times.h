// How long the launches of a plan take, by events of the stream that they are in.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "runtime/cuda/stream.h"

namespace diagc::networks {

/// Of a launch in loops only the last one is followed by an event, as many events would take longer than small launches do. What a loop around all others
/// takes is shared among its launches by what they take the last time, each as often as it is repeated. Where they are not wanted there are no events,
/// which take the device time between small launches, and the host time behind them; then all times are 0.
class LaunchTimes {
 public:
  LaunchTimes(const arrays::DevicePlan& plan, const cuda::Device& device);

  /// From the next begin() on. At first they are not wanted.
  void want(bool are_wanted);

  void begin(const cuda::Stream& stream);
  void launched(std::size_t launch, const cuda::Stream& stream);
  /// Of loops, those within others only where the ones around have come to their last value.
  void loop_begins(std::size_t loop);
  void last_value_begins(std::size_t loop, const cuda::Stream& stream);
  void loop_is_done(std::size_t loop);

  /// When all work that is in the stream since begin() is done.
  void read();

  /// By launch, of the last time that it was in the stream; all that its loops repeat together.
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  bool is_around_all(std::size_t loop) const;
  void share(std::size_t loop);

  const arrays::DevicePlan& plan_;
  cuda::Device device_;
  bool are_wanted_ = false;
  std::vector<cuda::Event> events_;  ///< before all, then after each
  /// What an event stands behind: a launch, or past them all what comes before the last value of a loop.
  std::vector<std::size_t> recorded_;
  std::vector<std::size_t> begins_, ends_;  ///< by loop, of `events_`
  std::vector<std::size_t> done_;           ///< loops around all others, since begin()
  std::size_t read_ = 0;                    ///< of `recorded_`
  std::vector<double> seconds_;
};

}  // namespace diagc::networks
