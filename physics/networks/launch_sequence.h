// Launches of a plan one after the other, those of loops for each of their labels' values.
#pragma once

#include <cstddef>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::networks {

inline constexpr std::size_t no_loop = ~std::size_t{0};

/// What takes launches: a device, or several side by side. `is_timed`: nothing repeats it after this time.
class LaunchTaker {
 public:
  virtual ~LaunchTaker() = default;

  /// Any but those of sums.
  virtual void launch(std::size_t launch, bool is_timed) = 0;
  virtual void loop_begins(std::size_t loop, bool is_timed) = 0;
  /// Only where that is timed.
  virtual void last_value_begins(std::size_t loop) = 0;
  /// A launch that adds a term; `loop`: the one that goes on with it, or no_loop.
  virtual void add_term(std::size_t launch, std::size_t loop, bool is_timed) = 0;
  /// To the next value of a loop's label, or from the last one back to the first.
  virtual void go_on(std::size_t loop) = 0;
  virtual void loop_is_done(std::size_t loop, bool is_timed) = 0;
};

/// All launches before the slices, or all of a slice.
void take_launches(const arrays::DevicePlan& plan, bool once, LaunchTaker& taker);

}  // namespace diagc::networks
