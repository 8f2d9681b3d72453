#pragma once

// The NVIDIA GPUs of this machine.

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cuda/driver.h"

namespace diagc::cuda {

struct DeviceInfo {
  int number = 0;  ///< as CUDA counts: 0, 1, …
  std::string name;
  int capability = 0;        ///< 90 for compute capability 9.0
  std::string architecture;  ///< "sm_90"
  int multiprocessors = 0;
  std::size_t memory = 0;    ///< bytes
  std::size_t l2 = 0;        ///< bytes of second-level cache
  std::size_t shared = 0;    ///< bytes of shared memory that a block may have
  int clock = 0;             ///< MHz, the highest of the multiprocessors
  double memory_rate = 0;    ///< peak, bytes a second; 0: the driver does not know it
  std::size_t max_grid = 0;  ///< blocks of one launch
  bool cooperative = false;  ///< whether blocks of a launch may wait for each other
  std::string bus_id;        ///< "0000:17:00.0"
  std::string uuid;          ///< "GPU-6ffbfe2b-…", as nvidia-smi prints it
};

/// All devices that CUDA shows to this process (CUDA_VISIBLE_DEVICES). Throws Unavailable.
std::vector<DeviceInfo> devices();

/// A device with its primary context, the one that CUDA's runtime library and other users of the device
/// in this process share; it is made, which takes long, when the device is first made current. Copies are the same device.
class Device {
 public:
  /// Throws Unavailable, and std::runtime_error where there is no device of this number.
  explicit Device(int number);

  const DeviceInfo& info() const { return state_->info; }
  /// "device 0 (NVIDIA H200)"
  std::string label() const;
  std::size_t free_memory() const;
  /// Lets copies from the memory of that device take the way between the two; false where there is none: they go through the host then.
  bool reach(const Device& other) const;
  api::Context context() const { return state_->context(); }

  /// Makes the device current for calls of this thread, until the end of its life; then what was
  /// current before is so again.
  class Current {
   public:
    explicit Current(const Device& device);
    ~Current();
    Current(const Current&) = delete;
  };

 private:
  struct State {
    explicit State(int number);
    ~State();
    api::Context context() const;
    DeviceInfo info;
    api::DeviceNumber device = 0;
    mutable std::once_flag asked;
    mutable api::Context retained = nullptr;
  };
  std::shared_ptr<const State> state_;
};

/// Something of the driver's on a device, released with the last owner: a stream, an event, memory.
template <class Handle>
class Owned {
 public:
  using Release = api::Result (*)(Handle);
  Owned(Device device, Handle handle, Release release)
      : device_(std::move(device)), handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept
      : device_(std::move(other.device_)),
        handle_(std::exchange(other.handle_, Handle{})),
        release_(other.release_) {}
  Owned& operator=(Owned other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Owned() {
    if (handle_ == Handle{}) return;
    try {
      const Device::Current current(device_);
      // An error of earlier work that shows here has been told where it was waited for.
      release_(handle_);
    } catch (const Error&) {
    }
  }

  Handle get() const { return handle_; }
  const Device& device() const { return device_; }

 private:
  Device device_;
  Handle handle_;
  Release release_;
};

}  // namespace diagc::cuda
