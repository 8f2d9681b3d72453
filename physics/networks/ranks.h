// Carries out a distribution on ranks that are simulated, in this process or shared out among several.
//
// A rank has the shards of its own values and no others: tensors are cut as the host loads them, all else comes in messages, which are counted.
// Every shard has a power of two of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "physics/networks/execute.h"
#include "physics/networks/mailbox.h"
#include "physics/networks/rank_links.h"

namespace diagc::networks {

/// Of ranks of this process: what they have sent, to ranks of other processes, too, and what they had.
struct RankCounts {
  MessageCounts sent;
  std::uint64_t largest_shard = 0;  ///< elements
  std::uint64_t peak =
      0;  ///< elements of all shards that a rank had at once, and of pieces that it sent and got

  /// Those of another run after this one.
  void add(const RankCounts& other) {
    sent.messages += other.sent.messages;
    sent.elements += other.sent.elements;
    sent.far_elements += other.sent.far_elements;
    largest_shard = std::max(largest_shard, other.largest_shard);
    peak = std::max(peak, other.peak);
  }
};

template <class Value>
class RankExecution {
 public:
  /// Distribution and tensors must outlive it. `prime` as in SliceExecution. With `links`, of which distribution.devices() is a multiple, this process
  /// has as many ranks as any other, those that follow the ranks of the processes before it; all processes take the same slices in the same order.
  RankExecution(const arrays::Distribution& distribution,
                const std::vector<ScaledArray<Value>>& tensors, unsigned threads,
                std::uint32_t prime = 0, RankLinks* links = nullptr);
  ~RankExecution();

  /// The sum of one slice, as that of SliceExecution up to rounding. Parts of sums are added in the order of the ranks that made them,
  /// so that it has the same bits on every process, and for any number of processes.
  SliceSum slice(std::uint64_t number);

  RankCounts counts() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace diagc::networks
