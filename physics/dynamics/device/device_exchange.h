// What devices that share the points of a lattice send to each other: once a sweep new rows to whoever evaluates Σ at their columns, and Σ back.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "physics/dynamics/ranks/point_share.h"
#include "runtime/cuda/stream.h"

namespace diagc::dynamics {

/// NCCL, the devices' own copies from each other's memory, or copies through the memory of the host.
enum class DeviceWay { nccl, copies, host };

/// Rows of bytes in a device's memory that go from one rank to another.
struct DevicePart {
  cuda::MemoryRows at;
  std::size_t width = 0;  ///< bytes of a row
  std::size_t rows = 1;

  std::size_t bytes() const { return width * rows; }
  bool is_whole() const { return rows <= 1 || at.distance == width; }
  DevicePart rows_from(std::size_t first) const {
    return {{at.address + first * at.distance, at.distance}, width, rows - first};
  }
};

/// When what comes in is there. Streams are to wait before their exchange sends again.
class DeviceArrival {
 public:
  explicit DeviceArrival(const cuda::Device& device) : own_(device) {}

  void record(const cuda::Stream& stream) {
    own_.record(stream);
    events_.assign(1, &own_);
  }
  /// Recorded by the ranks that it comes from.
  void is_of(std::vector<const cuda::Event*> events) { events_ = std::move(events); }
  void holds_up(const cuda::Stream& stream) const {
    for (const cuda::Event* event : events_) stream.wait_for(*event);
  }

 private:
  cuda::Event own_;
  std::vector<const cuda::Event*> events_;
};

/// What travels at once: a part to, and one from, every rank, of which this rank's own is empty. Parts that belong together have equal bytes.
struct DevicePiece {
  std::vector<DevicePart> outgoing, incoming;
  const cuda::Event* ready = nullptr;  ///< when what goes out is there; recorded
  const cuda::Event* free =
      nullptr;  ///< when what comes in may take its place; null: when others have it
  DeviceArrival* arrived = nullptr;  ///< of this piece, or of the last one of several
  /// Memory for bytes_to_pack(), where the exchange packs.
  cuda::api::DevicePointer scratch = 0;

  /// Of its parts that are no whole ones, either way.
  std::size_t bytes_to_pack() const;
};

class DeviceExchange {
 public:
  virtual ~DeviceExchange() = default;
  /// Sends pieces one after the other on a stream, which need not wait for what comes in; all ranks call it with as many pieces.
  /// What goes out stays as it is until all have waited for their streams and met.
  /// Pieces may have scratch memory in common.
  virtual void send(std::span<const DevicePiece> pieces, const cuda::Stream& stream) = 0;
  virtual bool packs() const { return true; }
  /// Where every rank has what stands at `own` here, for kernels of this one to write to; all ranks call it. Empty where kernels do not reach the others.
  virtual std::vector<cuda::api::DevicePointer> places_of_all(
      cuda::api::DevicePointer /*own*/) const {
    return {};
  }
  /// "by NCCL"
  virtual std::string name() const = 0;
};

/// The best way that there is for all ranks; all call it. Copies take devices of one process that reach each other, NCCL those that are not the same
/// one. `wanted`: this one, where it is there; null: any.
std::unique_ptr<DeviceExchange> exchange_of_devices(const cuda::Device& device,
                                                    const PointShare& share, bool one_process,
                                                    const DeviceWay* wanted = nullptr);

}  // namespace diagc::dynamics
