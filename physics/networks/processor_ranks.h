// Ranks that are simulated on processors, in this process or shared out among several.
//
// A rank has the shards of its own values and no others: tensors are cut as the host loads them, all else comes in messages, which are counted.
// Every shard has a power of two of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "physics/networks/rank_run.h"

namespace diagc::networks {

/// Plan and tensors, which are whole, must outlive it. `prime` as in SliceExecution. With `links`, of which the number of ranks is a multiple, this process
/// has as many ranks as any other, those that follow the ranks of the processes before it.
/// Parts of sums are added in the order of the ranks that made them: all has the same bits on every process, and for any number of processes.
template <class Value>
std::unique_ptr<RankRun<Value>> processor_ranks(const arrays::RankPlan& plan,
                                                const std::vector<ScaledArray<Value>>& tensors,
                                                unsigned threads, std::uint32_t prime = 0,
                                                RankLinks* links = nullptr);

}  // namespace diagc::networks
