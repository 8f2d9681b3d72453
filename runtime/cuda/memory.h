#pragma once

#include <cstddef>

#include "runtime/cuda/device.h"

namespace diagc::cuda {

/// Memory of a device, aligned to 256 bytes at least, with whatever was last there.
class DeviceBuffer {
 public:
  /// 0 bytes: no memory, a null address. Throws OutOfMemory.
  DeviceBuffer(const Device& device, std::size_t bytes);

  api::DevicePointer address() const { return memory_.get(); }
  template <class T>
  T* as() const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers
    return reinterpret_cast<T*>(memory_.get());
  }
  std::size_t bytes() const { return bytes_; }

  /// Copies that return when they are done, for what is copied once. They do not wait for streams. `at`: bytes from the
  /// beginning.
  void write(const void* from, std::size_t bytes, std::size_t at = 0);
  void read(void* to, std::size_t bytes) const;

 private:
  Owned<api::DevicePointer> memory_;
  std::size_t bytes_;
};

/// Memory of the host from and to which devices copy while other work goes on.
class PinnedBuffer {
 public:
  /// Throws OutOfMemory.
  PinnedBuffer(const Device& device, std::size_t bytes);

  template <class T>
  T* as() const {
    return static_cast<T*>(memory_.get());
  }
  std::size_t bytes() const { return bytes_; }

 private:
  Owned<void*> memory_;
  std::size_t bytes_;
};

}  // namespace diagc::cuda
