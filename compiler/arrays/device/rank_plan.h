// What every device of a distribution does: one plan for shards of all values, and between its steps the pieces of them that change devices.
//
// Devices do the same to other numbers. A value that is redistributed, gathered or added becomes another value of the plan. What a device sends
// is cut along the labels that come to lie across devices, which a copy makes the slowest ones: every piece of it is then one block of
// memory. What it gets lies in the order of the senders: labels that no longer lie across devices are the slowest ones of the result.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/loop_sums.h"
#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/plan.h"

namespace diagc::arrays {

struct RankExchange {
  std::size_t step = 0;   ///< of the plan, whose result `from` is or becomes
  std::size_t after = 0;  ///< the step behind which it is taken: of a sum the last one of its loops
  std::uint32_t from = 0, to = 0;  ///< values of the plan
  bool adds = false;  ///< pieces are parts of a sum; false: they lie one after the other in `to`
  std::vector<Label>
      cut;  ///< labels of `from`, the slowest first; a value of all of them is a piece
  std::uint64_t piece = 1;            ///< elements of one
  std::vector<std::uint32_t> wanted;  ///< by rank: the number of the piece that it gets of others
  std::vector<std::vector<std::uint32_t>>
      senders;         ///< by rank: whom it gets them from, ascending, itself perhaps among them
  double seconds = 0;  ///< expected
  std::uint64_t runs = 1;  ///< in a slice or before them; of a sum over loops behind them
};

struct RankPlan {
  Network network;            ///< tensors are shards
  Plan plan;                  ///< every kernel is one step; what its loops sum is said by `sums`
  std::vector<LoopSum> sums;  ///< before they are exchanged
  std::vector<RankExchange> exchanges;  ///< in the order in which they are taken
  DeviceGrid grid;
  std::vector<std::vector<Label>> whole;  ///< by tensor: its labels, of all ranks together
  std::vector<Placement> tensors;         ///< by tensor: which of its elements a rank has
  std::vector<std::uint32_t>
      read;  ///< by value of the distribution: that of the plan which is read
  /// Along axes with a label that the result lacks, ranks have parts of its sum.
  Placement result;
};

/// Axes of values lie as in a plan for one device.
RankPlan rank_plan(const Distribution& distribution, bool is_complex);

/// The same with axes of `whole`, a plan for one device with the distribution's steps and loops, and with these sums over its loops. Any number of
/// steps may read a value. Sums that keep labels are not exchanged.
RankPlan rank_plan(const Distribution& distribution, Plan whole, std::vector<LoopSum> sums);

/// Elements that all exchanges before the slices send, or those of one slice, all ranks together.
std::uint64_t sent_elements(const RankPlan& plan, bool once);

}  // namespace diagc::arrays
