#include "runtime/cuda/device.h"

#include <fmt/format.h>

#include <stdexcept>

namespace diagc::cuda {
namespace {

int count() {
  int number = 0;
  check(driver().cuDeviceGetCount(&number), "cuDeviceGetCount");
  return number;
}

int attribute(api::DeviceNumber device, api::DeviceAttribute which) {
  int value = 0;
  check(driver().cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
  return value;
}

/// Bytes a second, two transfers a cycle; 0 where the driver does not know.
double memory_rate(api::DeviceNumber device) {
  int clock = 0, bits = 0;
  if (driver().cuDeviceGetAttribute(&clock, api::memory_clock_rate, device) != api::success ||
      driver().cuDeviceGetAttribute(&bits, api::global_memory_bus_width, device) != api::success)
    return 0;
  return 2 * 1e3 * clock * bits / 8;
}

std::string uuid_text(const api::Uuid& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", uuid.bytes[i]);
  }
  return text;
}

api::DeviceNumber device_of(int number) {
  const int gpus = count();
  if (number < 0 || number >= gpus) {
    throw std::runtime_error(
        gpus == 0 ? std::string("there is no NVIDIA GPU; CUDA_VISIBLE_DEVICES may hide it")
                  : fmt::format("there is no CUDA device {}: this machine shows {}, numbered 0{}",
                                number, gpus, gpus == 1 ? "" : fmt::format(" to {}", gpus - 1)));
  }
  api::DeviceNumber device = 0;
  check(driver().cuDeviceGet(&device, number), "cuDeviceGet");
  return device;
}

DeviceInfo describe(int number) {
  const api::DeviceNumber device = device_of(number);
  DeviceInfo info;
  info.number = number;
  char text[256] = {};
  check(driver().cuDeviceGetName(text, sizeof text - 1, device), "cuDeviceGetName");
  info.name = text;
  info.capability = 10 * attribute(device, api::compute_capability_major) +
                    attribute(device, api::compute_capability_minor);
  info.architecture = fmt::format("sm_{}", info.capability);
  info.multiprocessors = attribute(device, api::multiprocessor_count);
  check(driver().cuDeviceTotalMem_v2(&info.memory, device), "cuDeviceTotalMem");
  info.l2 = static_cast<std::size_t>(attribute(device, api::l2_cache_size));
  info.shared = static_cast<std::size_t>(attribute(device, api::max_shared_memory_per_block_optin));
  info.clock = attribute(device, api::clock_rate) / 1000;
  info.memory_rate = memory_rate(device);
  info.cooperative = attribute(device, api::cooperative_launch) != 0;
  info.max_grid = static_cast<std::size_t>(attribute(device, api::max_grid_dim_x));
  check(driver().cuDeviceGetPCIBusId(text, sizeof text - 1, device), "cuDeviceGetPCIBusId");
  info.bus_id = text;
  api::Uuid uuid{};
  check(driver().cuDeviceGetUuid_v2(&uuid, device), "cuDeviceGetUuid");
  info.uuid = uuid_text(uuid);
  return info;
}

}  // namespace

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> list;
  const int gpus = count();
  for (int number = 0; number < gpus; ++number) list.push_back(describe(number));
  return list;
}

Device::State::State(int number) : info(describe(number)), device(device_of(number)) {}

Device::State::~State() {
  if (retained) driver().cuDevicePrimaryCtxRelease_v2(device);
}

api::Context Device::State::context() const {
  std::call_once(asked, [this] {
    check(driver().cuDevicePrimaryCtxRetain(&retained, device), "cuDevicePrimaryCtxRetain");
  });
  return retained;
}

Device::Device(int number) : state_(std::make_shared<const State>(number)) {}

std::string Device::label() const {
  return fmt::format("device {} ({})", info().number, info().name);
}

std::size_t Device::free_memory() const {
  const Current current(*this);
  std::size_t free = 0, total = 0;
  check(driver().cuMemGetInfo_v2(&free, &total), "cuMemGetInfo");
  return free;
}

bool Device::reach(const Device& other) const {
  int can = 0;
  check(driver().cuDeviceCanAccessPeer(&can, state_->device, other.state_->device),
        "cuDeviceCanAccessPeer");
  if (can == 0) return false;
  const Current current(*this);
  const api::Result result = driver().cuCtxEnablePeerAccess(other.context(), 0);
  if (result != api::error_peer_access_already_enabled) check(result, "cuCtxEnablePeerAccess");
  return true;
}

Device::Current::Current(const Device& device) {
  check(driver().cuCtxPushCurrent_v2(device.state_->context()), "cuCtxPushCurrent");
}

Device::Current::~Current() {
  api::Context popped = nullptr;
  driver().cuCtxPopCurrent_v2(&popped);
}

}  // namespace diagc::cuda
