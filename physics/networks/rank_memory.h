// What a rank has of a contraction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "physics/networks/execute.h"

namespace diagc::networks {

/// The memory of a rank: shards by value, none where there is none now.
template <class Value>
class RankMemory {
 public:
  explicit RankMemory(std::size_t values) : shards_(values) {}

  void keep(std::uint32_t value, ScaledArray<Value> shard) {
    take(shard.values.size());
    shards_[value] = std::move(shard);
  }
  void drop(std::uint32_t value) {
    live_ -= shards_[value].values.size();
    shards_[value] = {};
  }
  /// So many elements of pieces that leave and come are there for a while.
  void pass(std::uint64_t elements) { peak_ = std::max(peak_, live_ + elements); }

  const ScaledArray<Value>& shard(std::uint32_t value) const { return shards_[value]; }
  ScaledArray<Value>& shard(std::uint32_t value) { return shards_[value]; }
  std::uint64_t largest() const { return largest_; }
  std::uint64_t peak() const { return peak_; }

 private:
  void take(std::uint64_t elements) {
    live_ += elements;
    peak_ = std::max(peak_, live_);
    largest_ = std::max(largest_, elements);
  }

  std::vector<ScaledArray<Value>> shards_;
  std::uint64_t live_ = 0, peak_ = 0, largest_ = 0;
};

}  // namespace diagc::networks
