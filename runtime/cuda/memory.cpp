#include "runtime/cuda/memory.h"

#include <fmt/format.h>

namespace diagc::cuda {
namespace {

std::size_t free_or_zero() {
  std::size_t free = 0, total = 0;
  return driver().cuMemGetInfo_v2(&free, &total) == api::success ? free : 0;
}

api::DevicePointer allocate(const Device& device, std::size_t bytes) {
  if (bytes == 0) return 0;
  const Device::Current current(device);
  api::DevicePointer address = 0;
  const api::Result result = driver().cuMemAlloc_v2(&address, bytes);
  if (result == api::error_out_of_memory) {
    const std::size_t free = free_or_zero();
    throw OutOfMemory(fmt::format("{} has no {} bytes of memory left: {} of {} are free",
                                  device.label(), bytes, free, device.info().memory),
                      result, bytes, free);
  }
  check(result, "cuMemAlloc");
  return address;
}

void* allocate_pinned(const Device& device, std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const Device::Current current(device);
  void* address = nullptr;
  const api::Result result = driver().cuMemHostAlloc(&address, bytes, api::host_alloc_portable);
  if (result == api::error_out_of_memory) {
    throw OutOfMemory(
        fmt::format("the host has no {} bytes of memory left that {} could copy from and to", bytes,
                    device.label()),
        result, bytes, free_or_zero());
  }
  check(result, "cuMemHostAlloc");
  return address;
}

}  // namespace

DeviceBuffer::DeviceBuffer(const Device& device, std::size_t bytes)
    : memory_(device, allocate(device, bytes), driver().cuMemFree_v2), bytes_(bytes) {}

void DeviceBuffer::write(const void* from, std::size_t bytes, std::size_t at) {
  if (bytes == 0) return;
  const Device::Current current(memory_.device());
  check(driver().cuMemcpyHtoD_v2(address() + at, from, bytes), "cuMemcpyHtoD");
  // The call returns when the driver has its own copy; streams do not wait for the rest by themselves.
  check(driver().cuStreamSynchronize(nullptr), "cuStreamSynchronize");
}

void DeviceBuffer::read(void* to, std::size_t bytes) const {
  if (bytes == 0) return;
  const Device::Current current(memory_.device());
  check(driver().cuMemcpyDtoH_v2(to, address(), bytes), "cuMemcpyDtoH");
}

PinnedBuffer::PinnedBuffer(const Device& device, std::size_t bytes)
    : memory_(device, allocate_pinned(device, bytes), driver().cuMemFreeHost), bytes_(bytes) {}

}  // namespace diagc::cuda
