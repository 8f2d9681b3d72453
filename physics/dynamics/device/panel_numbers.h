// What the host writes for a panel before its first sweep.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/stream.h"

namespace diagc::dynamics {

/// Arrays one behind the other, in pinned memory and in the device's: one copy brings all, and nothing waits for it.
class PanelNumbers {
 public:
  using Address = cuda::api::DevicePointer;

  explicit PanelNumbers(cuda::Device device) : device_(std::move(device)) {}

  /// Forgets what there was, which has come to the device, and makes room for arrays of so many bytes together. Throws cuda::OutOfMemory.
  void begin(std::size_t arrays, std::size_t bytes) {
    used_ = 0;
    bytes += arrays * alignment;
    if (host_ && host_->bytes() >= bytes) return;
    host_.reset();
    there_.reset();
    host_.emplace(device_, 2 * bytes);
    there_.emplace(device_, 2 * bytes);
  }
  /// Where these values will stand.
  template <class T>
  Address add(const std::vector<T>& values) {
    const std::size_t begin = used_, bytes = values.size() * sizeof(T);
    used_ += (bytes + alignment - 1) / alignment * alignment;
    if (!host_ || used_ > host_->bytes()) throw std::logic_error("numbers without room");
    if (bytes > 0) std::memcpy(host_->as<std::byte>() + begin, values.data(), bytes);
    return there_->address() + begin;
  }
  void send(const cuda::Stream& stream) const {
    if (used_ > 0) stream.copy_in(there_->address(), host_->as<std::byte>(), used_);
  }

  Address continuation = 0;  ///< of integrals: [node][node before]
  Address shift =
      0;  ///< as far behind T⁺ as behind the start before: [T⁺ and all nodes][node before]
  Address weights = 0;                  ///< of all nodes
  Address vertices = 0;                 ///< of all nodes
  Address constants = 0, matrices = 0;  ///< of mean fields at the panel's nodes
  Address rows = 0, mixed_rows = 0;     ///< tables of stored panels, and of this one

 private:
  static constexpr std::size_t alignment = 16;

  cuda::Device device_;
  std::optional<cuda::PinnedBuffer> host_;
  std::optional<cuda::DeviceBuffer> there_;
  std::size_t used_ = 0;
};

}  // namespace diagc::dynamics
