// A value of all ranks together from what each has of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/arrays/device/rank_plan.h"
#include "physics/networks/rank_run.h"
#include "physics/networks/scaling.h"
#include "physics/networks/shard_transfer.h"
#include "physics/networks/shards.h"
#include "physics/networks/slice_numbers.h"
#include "physics/networks/slice_sums.h"

namespace diagc::networks {

/// Which ranks are asked, of those that have the same the first one, and where their elements go. Ranks along an axis with a label that the whole
/// lacks have parts of a sum, of floating-point numbers.
struct ResultShards {
  std::uint32_t value;
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint64_t> starts;  ///< by shard, in the whole
  std::vector<CopyAxis> axes;         ///< of a shard, to the whole
  std::uint64_t elements = 1;         ///< of the whole
  std::uint64_t shard_elements = 1;
  bool has_parts = false;

  /// `all` are the labels of the whole in C order.
  ResultShards(const arrays::RankPlan& plan, std::uint32_t of, const arrays::Placement& placement,
               std::vector<arrays::Label> all)
      : value(of) {
    const ShardLayout whole(plan.network, std::move(all)),
        from(plan.network, plan.plan.values[of].labels);
    elements = whole.elements;
    shard_elements = from.elements;
    for (std::size_t axis = 0; axis < from.labels.size(); ++axis) {
      axes.push_back({plan.network.extents[from.labels[axis]], from.strides[axis],
                      whole.stride(from.labels[axis])});
    }
    for (const arrays::Label label : placement)
      has_parts = has_parts || (label != arrays::no_label && whole.stride(label) == 0);
    for (std::uint32_t rank = 0; rank < plan.grid.devices(); ++rank) {
      const std::vector<std::uint32_t> indices = plan.grid.indices(rank);
      std::uint64_t start = 0;
      bool is_first = true;
      for (std::size_t axis = 0; axis < placement.size(); ++axis) {
        if (placement[axis] != arrays::no_label) {
          start += indices[axis] * whole.stride(placement[axis]);
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

/// That of a slice: open labels that are not sliced.
inline ResultShards result_of_slice(const arrays::RankPlan& plan) {
  std::vector<arrays::Label> open = plan.network.open;
  std::erase_if(open, [&](arrays::Label label) {
    return std::ranges::count(plan.plan.sliced, label) > 0 || plan.network.extents[label] == 1;
  });
  return {plan, plan.plan.result, plan.result, std::move(open)};
}

/// All of it, on every process. Parts are added in the order of the ranks.
template <class Value>
ScaledArray<Value> whole_value(const RankRun<Value>& run, const ResultShards& places) {
  RankLinks* const links = run.links();
  std::vector<ScaledArray<Value>> shards;
  for (const std::uint32_t rank : places.ranks) {
    const bool is_own = links == nullptr || run.process_of(rank) == links->process();
    shards.push_back(is_own ? run.shard(rank, places.value)
                            : ScaledArray<Value>{std::vector<Value>(places.shard_elements), 0});
  }
  if (links != nullptr) {
    ShardTransfer<Value> transfer;
    for (std::size_t k = 0; k < shards.size(); ++k) {
      const std::uint32_t owner = run.process_of(places.ranks[k]);
      if (owner != links->process()) {
        transfer.receive(owner, shards[k]);
        continue;
      }
      for (std::uint32_t process = 0; process < links->processes(); ++process)
        if (process != owner) transfer.send(process, shards[k]);
    }
    transfer.carry_out(*links);
  }
  ScaledArray<Value> whole{std::vector<Value>(places.elements), common_exponent(shards)};
  for (std::size_t k = 0; k < shards.size(); ++k) {
    bring_to(shards[k], whole.exponent);
    for_each_element(places.axes, [&](std::uint64_t x, std::uint64_t y) {
      Value own = shards[k].values[x];
      Value& element = whole.values[places.starts[k] + y];
      if constexpr (has_scale<Value>) {
        if (places.has_parts) own += element;
      }
      element = own;
    });
  }
  normalise(whole);
  return whole;
}

/// As the sum of one slice.
template <class Value>
SliceSum slice_sum(std::uint64_t slice, const ScaledArray<Value>& result) {
  SliceSum sum{slice, 1, result.exponent, {}};
  for (const Value& value : result.values) append(sum.numbers, value);
  return sum;
}

/// Slices of a contraction that ranks share: plan and run must outlive it.
template <class Value>
class RankSlices {
 public:
  RankSlices(const arrays::RankPlan& plan, RankRun<Value>& run)
      : run_(run), result_(result_of_slice(plan)) {}

  /// As that of SliceExecution up to rounding.
  SliceSum slice(std::uint64_t number) {
    run_.take(number);
    return slice_sum(number, whole_value(run_, result_));
  }

 private:
  RankRun<Value>& run_;
  ResultShards result_;
};

}  // namespace diagc::networks
