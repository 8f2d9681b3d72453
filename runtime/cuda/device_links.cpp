#include "runtime/cuda/device_links.h"

#include <algorithm>

#include "runtime/cuda/nccl.h"

namespace diagc::cuda {

namespace {

/// The receiver's stream fetches what is ready in the sender's.
class DeviceCopies final : public DeviceLinks {
 public:
  explicit DeviceCopies(const std::vector<Device>& devices) {
    for (const Device& device : devices) {
      ready_.emplace_back(device);
      fetched_.emplace_back(device);
      for (const Device& other : devices)
        if (other.info().number != device.info().number) device.reach(other);
    }
  }

  std::string name() const override { return "copies from device to device"; }

  void carry_out(std::span<const DeviceTransfer> transfers,
                 const std::vector<const Stream*>& streams) override {
    for (std::size_t k = 0; k < streams.size(); ++k) ready_[k].record(*streams[k]);
    for (std::size_t to = 0; to < streams.size(); ++to) {
      for (const DeviceTransfer& own : transfers) {
        if (own.to != to) continue;
        streams[to]->wait_for(ready_[own.from]);
        streams[to]->copy_from(streams[own.from]->device(), own.target, own.source, own.bytes);
      }
      fetched_[to].record(*streams[to]);
    }
    // What is sent may be written over afterwards.
    for (const DeviceTransfer& own : transfers) streams[own.from]->wait_for(fetched_[own.to]);
  }

 private:
  std::vector<Event> ready_, fetched_;
};

class NcclLinks final : public DeviceLinks {
 public:
  explicit NcclLinks(const std::vector<Device>& devices) : members_(Nccl::of_devices(devices)) {
    Nccl::connect(members_);
  }

  std::string name() const override { return "NCCL"; }

  void carry_out(std::span<const DeviceTransfer> transfers,
                 const std::vector<const Stream*>& streams) override {
    NcclGroup group;
    for (const DeviceTransfer& own : transfers) {
      members_[own.from].send({own.source, own.bytes}, static_cast<int>(own.to),
                              *streams[own.from]);
      members_[own.to].receive({own.target, own.bytes}, static_cast<int>(own.from),
                               *streams[own.to]);
    }
    group.end();
  }

 private:
  std::vector<Nccl> members_;
};

}  // namespace

std::unique_ptr<DeviceLinks> device_links(const std::vector<Device>& devices) {
  std::vector<int> numbers;
  for (const Device& device : devices) numbers.push_back(device.info().number);
  std::ranges::sort(numbers);
  const bool differ = std::ranges::adjacent_find(numbers) == numbers.end();
  if (differ && devices.size() > 1 && why_no_nccl().empty())
    return std::make_unique<NcclLinks>(devices);
  return std::make_unique<DeviceCopies>(devices);
}

}  // namespace diagc::cuda
