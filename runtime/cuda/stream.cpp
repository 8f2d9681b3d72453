#include "runtime/cuda/stream.h"

#include "runtime/cuda/peer_copy.h"

namespace diagc::cuda {
namespace {

api::Stream create_stream(const Device& device, int priority) {
  const Device::Current current(device);
  api::Stream stream = nullptr;
  check(driver().cuStreamCreateWithPriority(&stream, api::stream_non_blocking, priority),
        "cuStreamCreateWithPriority");
  return stream;
}

api::Event create_event(const Device& device, unsigned flags) {
  const Device::Current current(device);
  api::Event event = nullptr;
  check(driver().cuEventCreate(&event, flags), "cuEventCreate");
  return event;
}

}  // namespace

Stream::Stream(const Device& device, int priority)
    : stream_(device, create_stream(device, priority), driver().cuStreamDestroy_v2) {}

Stream::Stream(const Device& device) : Stream(device, api::usual_priority) {}

Stream Stream::urgent(const Device& device) { return {device, api::most_urgent_priority}; }

Stream::Stream(const Device& device, api::Stream stream)
    : stream_(device, stream ? stream : api::stream_legacy,
              [](api::Stream) { return api::success; }) {}

Stream::~Stream() {
  if (!handle()) return;
  try {
    synchronize();
  } catch (const Error&) {
    // Whoever wanted the results has waited for them and knows.
  }
}

void Stream::copy_in(api::DevicePointer to, const void* from, std::size_t bytes) const {
  if (bytes == 0) return;
  const Device::Current current(device());
  check(driver().cuMemcpyHtoDAsync_v2(to, from, bytes, handle()), "cuMemcpyHtoDAsync");
}

void Stream::copy_out(void* to, api::DevicePointer from, std::size_t bytes) const {
  if (bytes == 0) return;
  const Device::Current current(device());
  check(driver().cuMemcpyDtoHAsync_v2(to, from, bytes, handle()), "cuMemcpyDtoHAsync");
}

void Stream::copy_within(api::DevicePointer to, api::DevicePointer from, std::size_t bytes) const {
  if (bytes == 0) return;
  const Device::Current current(device());
  check(driver().cuMemcpyDtoDAsync_v2(to, from, bytes, handle()), "cuMemcpyDtoDAsync");
}

void Stream::copy_from(const Device& other, api::DevicePointer to, api::DevicePointer from,
                       std::size_t bytes) const {
  copy_between(*this, device(), to, other, from, bytes);
}

void Stream::copy_rows_from(const Device& other, MemoryRows to, MemoryRows from, std::size_t width,
                            std::size_t rows) const {
  copy_rows_between(*this, device(), to, other, from, width, rows);
}

void Stream::wait_for(const Event& event) const {
  const Device::Current current(device());
  check(driver().cuStreamWaitEvent(handle(), event.handle(), 0), "cuStreamWaitEvent");
}

void Stream::synchronize() const {
  const Device::Current current(device());
  check(driver().cuStreamSynchronize(handle()), "cuStreamSynchronize");
}

Event::Event(const Device& device, unsigned flags)
    : event_(device, create_event(device, flags), driver().cuEventDestroy_v2) {}

Event::Event(const Device& device) : Event(device, api::event_disable_timing) {}

Event Event::with_time(const Device& device) { return {device, api::event_default}; }

void Event::record(const Stream& stream) {
  const Device::Current current(event_.device());
  check(driver().cuEventRecord(handle(), stream.handle()), "cuEventRecord");
}

bool Event::reached() const {
  const Device::Current current(event_.device());
  const api::Result result = driver().cuEventQuery(handle());
  if (result == api::error_not_ready) return false;
  check(result, "cuEventQuery");
  return true;
}

void Event::synchronize() const {
  const Device::Current current(event_.device());
  check(driver().cuEventSynchronize(handle()), "cuEventSynchronize");
}

double Event::seconds_since(const Event& start) const {
  const Device::Current current(event_.device());
  float milliseconds = 0;
  check(driver().cuEventElapsedTime(&milliseconds, start.handle(), handle()), "cuEventElapsedTime");
  return 1e-3 * milliseconds;
}

}  // namespace diagc::cuda
