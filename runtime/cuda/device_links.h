// Copies between devices of this process, in the order of their streams.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

struct DeviceTransfer {
  std::size_t from = 0, to = 0;  ///< places in the list of devices, which differ
  api::DevicePointer source = 0, target = 0;
  std::size_t bytes = 0;
};

class DeviceLinks {
 public:
  virtual ~DeviceLinks() = default;
  /// "NCCL", "copies from device to device"
  virtual std::string name() const = 0;

  /// All at once, after what is in the streams of the devices, one of each, and before what comes into them. Returns before it is done.
  virtual void carry_out(std::span<const DeviceTransfer> transfers,
                         const std::vector<const Stream*>& streams) = 0;
};

/// By NCCL where it is there and all devices differ, else by the driver. Throws Error.
std::unique_ptr<DeviceLinks> device_links(const std::vector<Device>& devices);

}  // namespace diagc::cuda
