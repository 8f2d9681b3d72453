// The result of a distributed contraction from what ranks have of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "physics/networks/shards.h"
#include "physics/networks/slice_numbers.h"
#include "physics/networks/slice_sums.h"

namespace diagc::networks {

/// Which ranks are asked, of those that have the same the first one, and where their elements go.
struct ResultShards {
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint64_t> starts;  ///< by shard, in the result of a slice
  std::vector<CopyAxis> axes;         ///< of a shard, to the result
  std::uint64_t elements = 1;         ///< of the result of a slice

  /// `labels` are the axes of a shard in C order.
  ResultShards(const arrays::Distribution& distribution, const arrays::Placement& placement,
               const std::vector<arrays::Label>& labels) {
    const arrays::Network& network = distribution.divided.network;
    std::vector<arrays::Label> open = network.open;
    std::erase_if(open, [&](arrays::Label label) {
      return std::ranges::count(distribution.divided.order.sliced, label) > 0 ||
             network.extents[label] == 1;
    });
    const ShardLayout all(network, std::move(open)), from(network, labels);
    elements = all.elements;
    for (std::size_t axis = 0; axis < labels.size(); ++axis)
      axes.push_back({network.extents[labels[axis]], from.strides[axis], all.stride(labels[axis])});
    for (std::uint32_t rank = 0; rank < distribution.devices(); ++rank) {
      const std::vector<std::uint32_t> indices = distribution.grid.indices(rank);
      std::uint64_t start = 0;
      bool is_first = true;
      for (std::size_t axis = 0; axis < placement.size(); ++axis) {
        if (placement[axis] != arrays::no_label) {
          start += indices[axis] * all.stride(placement[axis]);
        } else {
          is_first = is_first && indices[axis] == 0;
        }
      }
      if (!is_first) continue;
      ranks.push_back(rank);
      starts.push_back(start);
    }
  }
};

/// `shards` in the order of ResultShards::ranks.
template <class Value>
SliceSum whole_result(std::uint64_t slice, const ResultShards& places,
                      std::vector<ScaledArray<Value>> shards) {
  ScaledArray<Value> result{std::vector<Value>(places.elements), common_exponent(shards)};
  for (std::size_t k = 0; k < shards.size(); ++k) {
    bring_to(shards[k], result.exponent);
    for_each_element(places.axes, [&](std::uint64_t x, std::uint64_t y) {
      result.values[places.starts[k] + y] = shards[k].values[x];
    });
  }
  normalise(result);
  SliceSum sum{slice, 1, result.exponent, {}};
  for (const Value& value : result.values) append(sum.numbers, value);
  return sum;
}

}  // namespace diagc::networks
