#include "physics/collider/generator/device_picks.h"

#include <algorithm>

namespace diagc::collider {

namespace {

cuda::api::DevicePointer address(const void* memory) {
  return reinterpret_cast<cuda::api::DevicePointer>(memory);
}

}  // namespace

DevicePicks::DevicePicks(runs::Device& device, std::size_t most)
    : events_(device.memory<PickedEvent>(most)),
      count_(device.memory<unsigned>(1)),
      host_count_(device.device(), sizeof(unsigned)),
      host_events_(device.device(), sizeof(PickedEvent)),
      picked_(device.device()),
      copied_(device.device()) {}

void DevicePicks::ask(runs::Device& device) {
  const cuda::Stream& stream = device.queue().stream();
  stream.copy_out(host_count_.as<unsigned>(), address(count_), sizeof(unsigned));
  picked_.record(stream);
}

void DevicePicks::fetch(runs::Device& device) {
  picked_.synchronize();
  on_the_way_ = *host_count_.as<unsigned>();
  if (on_the_way_ == 0) return;
  const std::size_t bytes = on_the_way_ * sizeof(PickedEvent);
  if (bytes > host_events_.bytes())
    host_events_ = cuda::PinnedBuffer(device.device(), std::max(bytes, 2 * host_events_.bytes()));
  const cuda::Stream& stream = device.queue().stream();
  stream.copy_out(host_events_.as<PickedEvent>(), address(events_), bytes);
  copied_.record(stream);
}

void DevicePicks::take(std::vector<runs::PickedRow>& to) {
  if (on_the_way_ == 0) return;
  copied_.synchronize();
  const PickedEvent* const events = host_events_.as<PickedEvent>();
  for (std::size_t i = 0; i < on_the_way_; ++i)
    to.push_back({events[i].step, events[i].member, events[i].weight});
  on_the_way_ = 0;
}

}  // namespace diagc::collider
