// What a device needs for its shards while it goes through the steps of a distribution.
#pragma once

#include <cstdint>

#include "compiler/arrays/distribute/distribution.h"

namespace diagc::arrays {

/// Elements, on every device in one slice.
struct ShardMemory {
  std::uint64_t largest_shard = 0;
  std::uint64_t peak =
      0;  ///< of all shards that are there at once, and of pieces of them that leave and come
};

/// Follows all shards, and pieces of them that travel, through the steps and loops of a distribution.
ShardMemory shard_memory(const Distribution& distribution);

}  // namespace diagc::arrays
