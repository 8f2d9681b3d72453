#pragma once

#include <cstddef>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/stream.h"

namespace diagc::cuda {

/// A stream with the workspace of the kernels that run on it, one after the other. For one thread at
/// a time. Its end waits for its work.
class Queue {
 public:
  explicit Queue(const Device& device) : workspace_(device, 0), stream_(device) {}
  /// On somebody else's stream.
  Queue(const Device& device, api::Stream stream)
      : workspace_(device, 0), stream_(device, stream) {}

  const Device& device() const { return stream_.device(); }
  const Stream& stream() const { return stream_; }
  void synchronize() const { stream_.synchronize(); }

  std::size_t workspace_bytes() const { return workspace_.bytes(); }

  /// The address of at least so many bytes. To have more than there were, it waits for the work that
  /// uses the old ones. Throws OutOfMemory; then there is no workspace.
  api::DevicePointer workspace(std::size_t bytes) {
    if (bytes > workspace_.bytes()) {
      synchronize();
      workspace_ = DeviceBuffer(device(), 0);
      workspace_ = DeviceBuffer(device(), bytes);
    }
    return workspace_.address();
  }

 private:
  DeviceBuffer workspace_;
  Stream stream_;  ///< destroyed, and waited for, before the workspace goes
};

}  // namespace diagc::cuda
