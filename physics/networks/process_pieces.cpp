#include "physics/networks/process_pieces.h"

#include <algorithm>
#include <array>

namespace diagc::networks {

namespace {

/// Of a device, so that two processes find out that they have the same one; empty where the process has no NCCL.
using DeviceName = std::array<char, 64>;

DeviceName name_of(const cuda::Device& device) {
  DeviceName name{};
  if (!cuda::why_no_nccl().empty()) return name;
  const std::string& text = device.info().uuid;
  std::copy_n(text.begin(), std::min(text.size(), name.size()), name.begin());
  return name;
}

}  // namespace

ProcessPieces::ProcessPieces(RankLinks& links, const cuda::Device& device) : links_(links) {
  std::vector<DeviceName> names = of_all(links, name_of(device));
  std::ranges::sort(names);
  const bool all_differ = std::ranges::adjacent_find(names) == names.end();
  if (!all_differ || names.front() == DeviceName{}) return;
  const cuda::NcclId own = links.process() == 0 ? cuda::new_nccl_id() : cuda::NcclId{};
  const cuda::NcclId id = of_all(links, own).front();
  nccl_.emplace(device, id, static_cast<int>(links.process()), static_cast<int>(links.processes()));
  cuda::Nccl::connect(std::span(&*nccl_, 1));
}

std::string ProcessPieces::name() const {
  return nccl_ ? "NCCL between processes" : "host memory between processes";
}

void ProcessPieces::exchange(std::span<const Piece> outgoing, std::span<const Piece> incoming,
                             const cuda::Stream& stream) {
  if (!nccl_) return through_hosts(outgoing, incoming, stream);
  if (outgoing.empty() && incoming.empty()) return;
  cuda::NcclGroup group;
  for (const Piece& piece : outgoing)
    nccl_->send({piece.address, piece.bytes}, static_cast<int>(piece.process), stream);
  for (const Piece& piece : incoming)
    nccl_->receive({piece.address, piece.bytes}, static_cast<int>(piece.process), stream);
  group.end();
}

void ProcessPieces::through_hosts(std::span<const Piece> outgoing, std::span<const Piece> incoming,
                                  const cuda::Stream& stream) {
  std::vector<std::vector<std::byte>> sent, received;
  std::vector<OutgoingBytes> leaving;
  std::vector<IncomingBytes> arriving;
  for (const Piece& piece : outgoing) {
    sent.emplace_back(piece.bytes);
    stream.copy_out(sent.back().data(), piece.address, piece.bytes);
    leaving.push_back({piece.process, std::as_bytes(std::span(sent.back()))});
  }
  for (const Piece& piece : incoming) {
    received.emplace_back(piece.bytes);
    arriving.push_back({piece.process, std::as_writable_bytes(std::span(received.back()))});
  }
  stream.synchronize();
  links_.exchange(leaving, arriving);
  for (std::size_t k = 0; k < incoming.size(); ++k)
    stream.copy_in(incoming[k].address, received[k].data(), incoming[k].bytes);
  stream.synchronize();
}

}  // namespace diagc::networks
