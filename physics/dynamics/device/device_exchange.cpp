#include "physics/dynamics/device/device_exchange.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/nccl.h"
#include "runtime/cuda/peer_copy.h"

namespace diagc::dynamics {

namespace {

using cuda::NcclPart;
using Parts = std::span<const DevicePart>;

/// The parts side by side: those that are none stand in scratch memory, from `at` on.
std::vector<NcclPart> whole(Parts parts, cuda::api::DevicePointer& at) {
  std::vector<NcclPart> result;
  for (const DevicePart& part : parts) {
    result.push_back({part.is_whole() ? part.at.address : at, part.bytes()});
    if (!part.is_whole()) at += part.bytes();
  }
  return result;
}

/// Between parts and where whole() has them.
void pack(Parts parts, std::span<const NcclPart> packed, const cuda::Stream& stream) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const DevicePart& part = parts[rank];
    if (part.is_whole()) continue;
    stream.copy_rows_from(stream.device(), {packed[rank].address, part.width}, part.at, part.width,
                          part.rows);
  }
}
void unpack(Parts parts, std::span<const NcclPart> packed, const cuda::Stream& stream) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const DevicePart& part = parts[rank];
    if (part.is_whole()) continue;
    stream.copy_rows_from(stream.device(), part.at, {packed[rank].address, part.width}, part.width,
                          part.rows);
  }
}

/// Pieces that travel side by side: one is packed while another travels and a third one is unpacked.
class WholeExchange : public DeviceExchange {
 public:
  explicit WholeExchange(const cuda::Device& device)
      : device_(device), free_(device), packing_(device), unpacking_(device) {}

  void send(std::span<const DevicePiece> pieces, const cuda::Stream& stream) final {
    while (packed_.size() < pieces.size()) {
      for (auto* const events : {&packed_, &sent_, &unpacked_}) events->emplace_back(device_);
    }
    // Those that were sent before have used the same scratch memory.
    free_.record(unpacking_);
    packing_.wait_for(free_);
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      const DevicePiece& piece = pieces[number];
      cuda::api::DevicePointer scratch = piece.scratch;
      const std::vector<NcclPart> outgoing = whole(piece.outgoing, scratch),
                                  incoming = whole(piece.incoming, scratch);
      // The last one before with memory in common; those before that one have been unpacked, too.
      for (std::size_t before = number; before-- > 0;) {
        const DevicePiece& other = pieces[before];
        if (other.scratch >= scratch || piece.scratch >= other.scratch + other.bytes_to_pack())
          continue;
        packing_.wait_for(unpacked_[before]);
        break;
      }
      packing_.wait_for(*piece.ready);
      if (piece.free) packing_.wait_for(*piece.free);
      pack(piece.outgoing, outgoing, packing_);
      packed_[number].record(packing_);
      stream.wait_for(packed_[number]);
      all_to_all(outgoing, incoming, stream);
      sent_[number].record(stream);
      unpacking_.wait_for(sent_[number]);
      unpack(piece.incoming, incoming, unpacking_);
      unpacked_[number].record(unpacking_);
      piece.arrived->record(unpacking_);
    }
  }

 protected:
  const cuda::Device& device() const { return device_; }

 private:
  /// As cuda::Nccl::all_to_all().
  virtual void all_to_all(std::span<const NcclPart> outgoing, std::span<const NcclPart> incoming,
                          const cuda::Stream& stream) = 0;

  cuda::Device device_;
  std::deque<cuda::Event> packed_, sent_, unpacked_;  ///< of pieces
  cuda::Event free_;
  cuda::Stream packing_, unpacking_;
};

class NcclExchange final : public WholeExchange {
 public:
  NcclExchange(const cuda::Device& device, const PointShare& share)
      : WholeExchange(device),
        nccl_(device, id_of_all(share), static_cast<int>(share.rank()),
              static_cast<int>(share.size())) {}
  std::string name() const override { return "by NCCL"; }

 private:
  void all_to_all(std::span<const NcclPart> outgoing, std::span<const NcclPart> incoming,
                  const cuda::Stream& stream) override {
    nccl_.all_to_all(outgoing, incoming, stream);
  }
  static cuda::NcclId id_of_all(const PointShare& share) {
    cuda::NcclId own{};
    if (share.rank() == 0) own = cuda::new_nccl_id();
    return share.gather(std::span<const cuda::NcclId>(&own, 1)).front();
  }

  cuda::Nccl nccl_;
};

/// Ranks are threads of one process: each copies to the others' memory, which is faster than from it, and they wait for its events.
class CopyExchange final : public DeviceExchange {
 public:
  CopyExchange(cuda::Device device, const PointShare& share)
      : device_(std::move(device)), share_(share) {}

  void send(std::span<const DevicePiece> pieces, const cuda::Stream& stream) override {
    const std::size_t rank = share_.rank(), size = share_.size();
    while (sent_.size() < pieces.size()) sent_.emplace_back(device_);
    std::vector<Place> own;
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      const DevicePiece& piece = pieces[number];
      for (const DevicePart& part : piece.incoming)
        own.push_back({part, &device_, piece.free, &sent_[number]});
    }
    const std::vector<Place> all = share_.gather(std::span<const Place>(own));
    const auto place_of = [&](std::size_t of, std::size_t number, std::size_t from) -> auto& {
      return all[(of * pieces.size() + number) * size + from];
    };
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      stream.wait_for(*pieces[number].ready);
      for (std::size_t distance = 1; distance < size; ++distance) {
        const std::size_t to = (rank + distance) % size;
        const DevicePart& part = pieces[number].outgoing[to];
        if (part.bytes() == 0) continue;
        const Place& place = place_of(to, number, rank);
        if (place.free) stream.wait_for(*place.free);
        bring(part, place, stream);
      }
      sent_[number].record(stream);
    }
    // Events are recorded before anybody waits for them, and not again before all come here with what they send next.
    share_.largest(0);
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      std::vector<const cuda::Event*> sent;
      for (std::size_t from = 0; from < size; ++from)
        if (from != rank) sent.push_back(place_of(from, number, rank).sent);
      pieces[number].arrived->is_of(std::move(sent));
    }
  }
  bool packs() const override { return false; }
  std::vector<cuda::api::DevicePointer> places_of_all(cuda::api::DevicePointer own) const override {
    return share_.gather(std::span<const cuda::api::DevicePointer>(&own, 1));
  }
  std::string name() const override { return "by copies between devices"; }

 private:
  struct Place {
    DevicePart part;
    const cuda::Device* device;
    const cuda::Event *free, *sent;
  };

  static void bring(const DevicePart& part, const Place& place, const cuda::Stream& stream) {
    const DevicePart& to = place.part;
    if (part.is_whole() && to.is_whole()) {
      cuda::copy_between(stream, *place.device, to.at.address, stream.device(), part.at.address,
                         part.bytes());
      return;
    }
    // Of two that are cut in rows one has the other's rows.
    const DevicePart& cut = to.is_whole() ? part : to;
    const auto rows_of = [&](const DevicePart& of) {
      return of.is_whole() ? cuda::MemoryRows{of.at.address, cut.width} : of.at;
    };
    cuda::copy_rows_between(stream, *place.device, rows_of(to), stream.device(), rows_of(part),
                            cut.width, cut.rows);
  }

  cuda::Device device_;
  const PointShare& share_;
  std::deque<cuda::Event> sent_;  ///< of pieces
};

class HostExchange final : public WholeExchange {
 public:
  HostExchange(const cuda::Device& device, const PointShare& share)
      : WholeExchange(device), share_(share) {}
  std::string name() const override { return "through the host's memory"; }

 private:
  using HostParts = std::span<const NcclPart>;

  void all_to_all(HostParts outgoing, HostParts incoming, const cuda::Stream& stream) override {
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
  /// A stretch for each part but that of this rank; what was there has been copied.
  std::vector<std::span<std::byte>> room_for(HostParts parts,
                                             std::optional<cuda::PinnedBuffer>& buffer,
                                             const cuda::Stream& stream) const {
    std::size_t sum = 0;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      if (rank != share_.rank()) sum += parts[rank].bytes;
    }
    stream.synchronize();
    if (!buffer || buffer->bytes() < sum) {
      buffer.reset();
      buffer.emplace(device(), sum);
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

std::size_t DevicePiece::bytes_to_pack() const {
  std::size_t bytes = 0;
  for (const Parts parts : {Parts(outgoing), Parts(incoming)}) {
    for (const DevicePart& part : parts) bytes += part.is_whole() ? 0 : part.bytes();
  }
  return bytes;
}

std::unique_ptr<DeviceExchange> exchange_of_devices(const cuda::Device& device,
                                                    const PointShare& share, bool one_process,
                                                    const DeviceWay* wanted) {
  const auto is_wanted = [&](DeviceWay way) { return !wanted || *wanted == way; };
  if (is_wanted(DeviceWay::copies) && one_process && reach_each_other(device, share)) {
    return std::make_unique<CopyExchange>(device, share);
  }
  if (is_wanted(DeviceWay::nccl) && everywhere(share, cuda::why_no_nccl().empty()) &&
      all_differ(device, share)) {
    return std::make_unique<NcclExchange>(device, share);
  }
  if (is_wanted(DeviceWay::host)) return std::make_unique<HostExchange>(device, share);
  throw std::runtime_error(
      "found devices that do not reach each other that way, expected NCCL, or devices of one "
      "process that do");
}

}  // namespace diagc::dynamics
