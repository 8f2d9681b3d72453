// Pieces of arrays between devices of several processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "physics/networks/rank_links.h"
#include "runtime/cuda/nccl.h"

namespace diagc::networks {

/// The numbers of all processes, in their order, on every one.
template <class T>
std::vector<T> of_all(RankLinks& links, const T& own) {
  std::vector<T> all(links.processes());
  all[links.process()] = own;
  std::vector<OutgoingBytes> outgoing;
  std::vector<IncomingBytes> incoming;
  for (std::uint32_t process = 0; process < links.processes(); ++process) {
    if (process == links.process()) continue;
    outgoing.push_back({process, std::as_bytes(std::span(&own, 1))});
    incoming.push_back({process, std::as_writable_bytes(std::span(&all[process], 1))});
  }
  links.exchange(outgoing, incoming);
  return all;
}

/// By NCCL where all processes have it and their devices differ, else through the memory of the hosts.
class ProcessPieces {
 public:
  /// Every process makes one, with a device each. Links must outlive it. Throws what runtime/cuda throws.
  ProcessPieces(RankLinks& links, const cuda::Device& device);

  /// "NCCL between processes", "host memory between processes"
  std::string name() const;

  struct Piece {
    std::uint32_t process;  ///< that gets or sends it
    cuda::api::DevicePointer address;
    std::size_t bytes;
  };
  /// After what is in the stream, and before what comes into it. What one process sends to another arrives in the order in which it was given.
  void exchange(std::span<const Piece> outgoing, std::span<const Piece> incoming,
                const cuda::Stream& stream);

 private:
  void through_hosts(std::span<const Piece> outgoing, std::span<const Piece> incoming,
                     const cuda::Stream& stream);

  RankLinks& links_;
  std::optional<cuda::Nccl> nccl_;
};

}  // namespace diagc::networks
