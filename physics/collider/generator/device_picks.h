// Events that a batch picks, on their way from a device to the host, while the device goes on.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/collider/generator/generator_memory.h"
#include "runs/population/device.h"
#include "runs/population/population.h"

namespace diagc::collider {

class DevicePicks {
 public:
  /// Room for `most` events on the device.
  DevicePicks(runs::Device& device, std::size_t most);

  PickedEvent* events() const { return events_; }
  /// The step of the batch sets it to 0 before it picks.
  unsigned* count() const { return count_; }

  /// Behind the kernel that picks.
  void ask(runs::Device& device);
  /// Waits for that kernel, and copies what it picked behind all that was launched since.
  void fetch(runs::Device& device);
  /// Waits for the copy. In any order.
  void take(std::vector<runs::PickedRow>& to);

 private:
  PickedEvent* events_;
  unsigned* count_;
  cuda::PinnedBuffer host_count_, host_events_;
  cuda::Event picked_, copied_;
  std::size_t on_the_way_ = 0;
};

}  // namespace diagc::collider
