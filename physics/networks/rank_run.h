// Ranks that carry out a plan together, slice by slice: simulated on processors (processor_ranks.h), or with a device each (device_rank_run.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/arrays/device/rank_plan.h"
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

/// Seconds of the last slice, and of what is done once if it was the first: the longest of all ranks of this process. On devices whose launches are
/// not timed all are 0.
struct RankSeconds {
  std::vector<double> steps,
      exchanges;          ///< by step of the plan: arithmetic, and what moves its result
  double busy = 0;        ///< on devices: launches and exchanges together
  double exchanging = 0;  ///< on devices: of these the exchanges
  /// On devices, before all slices: until pieces can go, and until a library of matrix products can multiply.
  double links_begin = 0, library_begins = 0;
};

template <class Value>
class RankRun {
 public:
  virtual ~RankRun() = default;

  /// Every rank takes its part of a slice; values that nothing reads stay until the next one. All processes take the same slices in the same order.
  virtual void take(std::uint64_t slice) = 0;
  /// What a rank of this process has of such a value.
  virtual ScaledArray<Value> shard(std::uint32_t rank, std::uint32_t value) const = 0;

  /// Which of the processes that share the ranks has this one.
  virtual std::uint32_t process_of(std::uint32_t rank) const = 0;
  /// Null: all ranks are of this process.
  virtual RankLinks* links() const = 0;

  virtual RankCounts counts() const = 0;
  virtual const RankSeconds& seconds() const = 0;
};

}  // namespace diagc::networks
