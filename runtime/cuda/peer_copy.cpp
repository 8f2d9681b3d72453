#include "runtime/cuda/peer_copy.h"

#include "runtime/cuda/driver.h"

namespace diagc::cuda {

void copy_between(const Stream& stream, const Device& to_device, api::DevicePointer to,
                  const Device& from_device, api::DevicePointer from, std::size_t bytes) {
  if (bytes == 0) return;
  const Device::Current current(stream.device());
  check(driver().cuMemcpyPeerAsync(to, to_device.context(), from, from_device.context(), bytes,
                                   stream.handle()),
        "cuMemcpyPeerAsync");
}

void copy_rows_between(const Stream& stream, const Device& to_device, MemoryRows to,
                       const Device& from_device, MemoryRows from, std::size_t width,
                       std::size_t rows) {
  if (width * rows == 0) return;
  api::PeerCopy copy{};
  copy.from.type = copy.to.type = api::device_memory;
  copy.from.address = from.address;
  copy.from.context = from_device.context();
  copy.from.pitch = from.distance;
  copy.to.address = to.address;
  copy.to.context = to_device.context();
  copy.to.pitch = to.distance;
  copy.from.height = copy.to.height = rows;
  copy.width = width;
  copy.height = rows;
  copy.depth = 1;
  const Device::Current current(stream.device());
  check(driver().cuMemcpy3DPeerAsync(&copy, stream.handle()), "cuMemcpy3DPeerAsync");
}

}  // namespace diagc::cuda
