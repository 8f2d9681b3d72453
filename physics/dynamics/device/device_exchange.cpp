#include "physics/dynamics/device/device_exchange.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "runtime/cuda/memory.h"

namespace diagc::dynamics {

namespace {

using cuda::NcclPart;
using Parts = std::span<const NcclPart>;

class NcclExchange final : public DeviceExchange {
 public:
  NcclExchange(const cuda::Device& device, const PointShare& share)
      : nccl_(device, id_of_all(share), static_cast<int>(share.rank()),
              static_cast<int>(share.size())) {}
  void all_to_all(Parts outgoing, Parts incoming, const cuda::Stream& stream) override {
    nccl_.all_to_all(outgoing, incoming, stream);
  }
  std::string name() const override { return "by NCCL"; }

 private:
  static cuda::NcclId id_of_all(const PointShare& share) {
    cuda::NcclId own{};
    if (share.rank() == 0) own = cuda::new_nccl_id();
    return share.gather(std::span<const cuda::NcclId>(&own, 1)).front();
  }

  cuda::Nccl nccl_;
};

/// Ranks are threads of one process: each copies from the others' memory when events say that what it takes is there.
class CopyExchange final : public DeviceExchange {
 public:
  CopyExchange(const cuda::Device& device, const PointShare& share)
      : device_(device), share_(share), ready_(device), taken_(device) {}

  void all_to_all(Parts outgoing, Parts incoming, const cuda::Stream& stream) override {
    ready_.record(stream);
    const Notice own{outgoing.data(), &device_, &ready_, &taken_};
    const std::vector<Notice> all = share_.gather(std::span<const Notice>(&own, 1));
    const std::size_t rank = share_.rank(), size = share_.size();
    for (std::size_t distance = 1; distance < size; ++distance) {
      const std::size_t from = (rank + distance) % size;
      if (incoming[from].bytes == 0) continue;
      stream.wait_for(*all[from].ready);
      stream.copy_from(*all[from].device, incoming[from].address, all[from].parts[rank].address,
                       incoming[from].bytes);
    }
    taken_.record(stream);
    // What was sent stays until all have taken it.
    share_.gather(std::span<const Notice>());
    for (std::size_t other = 0; other < size; ++other) {
      if (other != rank) stream.wait_for(*all[other].taken);
    }
  }
  std::string name() const override { return "by copies between devices"; }

 private:
  struct Notice {
    const NcclPart* parts;
    const cuda::Device* device;
    const cuda::Event *ready, *taken;
  };

  cuda::Device device_;
  const PointShare& share_;
  cuda::Event ready_, taken_;
};

class HostExchange final : public DeviceExchange {
 public:
  HostExchange(cuda::Device device, const PointShare& share)
      : device_(std::move(device)), share_(share) {}

  void all_to_all(Parts outgoing, Parts incoming, const cuda::Stream& stream) override {
    std::vector<std::span<std::byte>> out = room_for(outgoing, outgoing_, stream);
    const std::vector<std::span<std::byte>> in = room_for(incoming, incoming_, stream);
    for (std::size_t rank = 0; rank < out.size(); ++rank) {
      stream.copy_out(out[rank].data(), outgoing[rank].address, out[rank].size());
    }
    stream.synchronize();
    share_.exchange(std::vector<std::span<const std::byte>>(out.begin(), out.end()), in);
    for (std::size_t rank = 0; rank < in.size(); ++rank) {
      stream.copy_in(incoming[rank].address, in[rank].data(), in[rank].size());
    }
  }
  std::string name() const override { return "through the host's memory"; }

 private:
  /// A stretch for each part but that of this rank; what was there has been copied.
  std::vector<std::span<std::byte>> room_for(Parts parts, std::optional<cuda::PinnedBuffer>& buffer,
                                             const cuda::Stream& stream) const {
    std::size_t sum = 0;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      if (rank != share_.rank()) sum += parts[rank].bytes;
    }
    stream.synchronize();
    if (!buffer || buffer->bytes() < sum) {
      buffer.reset();
      buffer.emplace(device_, sum);
    }
    std::vector<std::span<std::byte>> room(parts.size());
    auto* at = buffer->as<std::byte>();
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      if (rank == share_.rank()) continue;
      room[rank] = {at, parts[rank].bytes};
      at += parts[rank].bytes;
    }
    return room;
  }

  cuda::Device device_;
  const PointShare& share_;
  std::optional<cuda::PinnedBuffer> outgoing_, incoming_;
};

/// Whether all ranks say so.
bool everywhere(const PointShare& share, bool here) { return share.largest(here ? 0 : 1) == 0; }

bool all_differ(const cuda::Device& device, const PointShare& share) {
  const std::string& own = device.info().uuid;
  const std::vector<char> all = share.gather(std::span<const char>(own.data(), own.size()));
  std::set<std::string> different;
  for (std::size_t rank = 0; rank < share.size(); ++rank) {
    different.emplace(all.data() + rank * own.size(), own.size());
  }
  return different.size() == share.size();
}

bool reach_each_other(const cuda::Device& device, const PointShare& share) {
  const int own = device.info().number;
  bool all = true;
  for (const int other : share.gather(std::span<const int>(&own, 1))) {
    if (other != own) all = device.reach(cuda::Device(other)) && all;
  }
  return everywhere(share, all);
}

}  // namespace

std::unique_ptr<DeviceExchange> exchange_of_devices(const cuda::Device& device,
                                                    const PointShare& share, bool one_process,
                                                    const DeviceWay* wanted) {
  const auto is_wanted = [&](DeviceWay way) { return !wanted || *wanted == way; };
  if (is_wanted(DeviceWay::nccl) && everywhere(share, cuda::why_no_nccl().empty()) &&
      all_differ(device, share)) {
    return std::make_unique<NcclExchange>(device, share);
  }
  if (is_wanted(DeviceWay::copies) && one_process && reach_each_other(device, share)) {
    return std::make_unique<CopyExchange>(device, share);
  }
  if (is_wanted(DeviceWay::host)) return std::make_unique<HostExchange>(device, share);
  throw std::runtime_error(
      "found devices that do not reach each other that way, expected NCCL, or devices of one "
      "process that do");
}

}  // namespace diagc::dynamics
