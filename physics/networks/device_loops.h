// What a device does for each launch of a plan, and between two values of a loop's label. The host waits for nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/networks/device_arrays.h"
#include "physics/networks/device_parameters.h"
#include "physics/networks/launch_sequence.h"

namespace diagc::networks {

class LoopLauncher final : public LaunchTaker {
 public:
  explicit LoopLauncher(DeviceArrays& arrays);

  void launch(std::size_t launch, bool is_timed) override;
  void loop_begins(std::size_t loop, bool is_timed) override;
  void last_value_begins(std::size_t loop) override;
  void add_term(std::size_t launch, std::size_t loop, bool is_timed) override;
  void go_on(std::size_t loop) override;
  void loop_is_done(std::size_t loop, bool is_timed) override;

 private:
  /// What the kernel between two values of the loop's label is launched with, without a term.
  NextParameter next_of(std::size_t loop);

  DeviceArrays& on_;
  std::vector<bool> is_begun_;  ///< by array (DeviceArrays::array_of), whether the sum has a term
  std::vector<std::vector<std::size_t>> begin_;  ///< by loop, arrays of sums that begin with it
  std::vector<std::uint64_t> values_;            ///< by loop, that have been taken
};

}  // namespace diagc::networks
