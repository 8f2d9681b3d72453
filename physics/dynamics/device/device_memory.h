// Arrays in a device's memory that grow, and rows of panels there.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "runtime/cuda/memory.h"

namespace diagc::dynamics {

/// Numbers in a device's memory, with whatever was last there.
class DeviceNumbers {
 public:
  explicit DeviceNumbers(cuda::Device device) : device_(std::move(device)) {}

  /// Room for so many bytes; what was there is lost where there were fewer. Throws cuda::OutOfMemory.
  void reserve(std::size_t bytes) {
    if (buffer_ && buffer_->bytes() >= bytes) return;
    buffer_.reset();
    buffer_.emplace(device_, bytes);
  }
  /// The same for what is written: what grows from panel to panel is not freed each time, which waits for the device.
  void reserve_for(std::size_t own) {
    constexpr std::size_t small = std::size_t{1} << 16U;
    const bool grows = bytes() > 0 && bytes() < own;
    reserve(grows && own < small ? 2 * own : own);
  }
  template <class T>
  void write(std::span<const T> values) {
    reserve_for(values.size_bytes());
    if (!values.empty()) buffer_->write(values.data(), values.size_bytes());
  }
  template <class T>
  void write(const std::vector<T>& values) {
    write(std::span<const T>(values));
  }
  template <class T>
  std::vector<T> read(std::size_t count) const {
    std::vector<T> values(count);
    if (count > 0) buffer_->read(values.data(), count * sizeof(T));
    return values;
  }
  void release() { buffer_.reset(); }
  cuda::api::DevicePointer address() const { return buffer_ ? buffer_->address() : 0; }
  std::size_t bytes() const { return buffer_ ? buffer_->bytes() : 0; }

 private:
  cuda::Device device_;
  std::optional<cuda::DeviceBuffer> buffer_;
};

/// Rows of a panel that are kept: [point][block].
struct DeviceRows {
  explicit DeviceRows(const cuda::Device& device) : numbers(device), mixed(device) {}

  DeviceNumbers numbers;
  DeviceNumbers mixed;  ///< G^⌉, [point][row][node of the imaginary branch, band]
  std::vector<DeviceNumbers> fields =
      {};  ///< besides G, by their places in storage: [point][block]
  std::vector<DeviceNumbers> mixed_fields = {};  ///< [point][node][node of the imaginary branch]
  std::size_t first = 0;                         ///< blocks before the first column that counts
  std::size_t blocks = 0;                        ///< of a point
  bool is_single = false;
};

}  // namespace diagc::dynamics
