// Shards and pieces of them between processes: numbers, and the power of two that they carry.
#pragma once

#include <type_traits>
#include <vector>

#include "physics/networks/execute.h"
#include "physics/networks/rank_links.h"

namespace diagc::networks {

template <class Value>
class ShardTransfer {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  /// The shard stays as it is and where it is until the transfer is carried out.
  void send(std::uint32_t process, const ScaledArray<Value>& shard) {
    outgoing_.push_back({process, std::as_bytes(std::span(&shard.exponent, 1))});
    outgoing_.push_back({process, std::as_bytes(std::span(shard.values))});
  }

  /// The shard has as many numbers as will come, and stays where it is.
  void receive(std::uint32_t process, ScaledArray<Value>& shard) {
    incoming_.push_back({process, std::as_writable_bytes(std::span(&shard.exponent, 1))});
    incoming_.push_back({process, std::as_writable_bytes(std::span(shard.values))});
  }

  void carry_out(RankLinks& links) {
    links.exchange(outgoing_, incoming_);
    outgoing_.clear();
    incoming_.clear();
  }

 private:
  std::vector<OutgoingBytes> outgoing_;
  std::vector<IncomingBytes> incoming_;
};

}  // namespace diagc::networks
