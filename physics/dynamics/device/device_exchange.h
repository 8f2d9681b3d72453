// What devices that share the points of a lattice send to each other: once a sweep new rows to whoever evaluates Σ at their columns, and Σ back.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "physics/dynamics/ranks/point_share.h"
#include "runtime/cuda/nccl.h"
#include "runtime/cuda/stream.h"

namespace diagc::dynamics {

/// NCCL, the devices' own copies from each other's memory, or copies through the memory of the host.
enum class DeviceWay { nccl, copies, host };

class DeviceExchange {
 public:
  virtual ~DeviceExchange() = default;
  /// As cuda::Nccl::all_to_all(), after what is on the stream and before what comes there next.
  virtual void all_to_all(std::span<const cuda::NcclPart> outgoing,
                          std::span<const cuda::NcclPart> incoming, const cuda::Stream& stream) = 0;
  /// "by NCCL"
  virtual std::string name() const = 0;
};

/// The best way that there is for all ranks; all call it. NCCL takes devices of several processes that are not the same one, copies those of one
/// process that reach each other. `wanted`: this one, where it is there; null: any.
std::unique_ptr<DeviceExchange> exchange_of_devices(const cuda::Device& device,
                                                    const PointShare& share, bool one_process,
                                                    const DeviceWay* wanted = nullptr);

}  // namespace diagc::dynamics
