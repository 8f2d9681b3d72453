// Loops over the values of sliced labels: which steps of an order each of them repeats.
//
// A sum may end early: tensors that have a label all stand below one step, and what is above it sees the finished sum. Only steps below are
// taken again for each of the label's values, and of these only what the label reaches, which means that a tensor below has it, or what is
// inside of another loop that it reaches. All else is taken once, before the loop.
// So loops make a tree. Around them all are the slices, which take open labels and those whose sums end at the last step.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

struct SliceLoop {
  Label label = 0;
  std::uint32_t end =
      0;  ///< the value that is summed: the lowest step above all tensors that have the label
  std::uint32_t around = 0;  ///< the loop that this one is taken in, see SliceLoops
  double log2_runs = 0;      ///< how often what is in it is computed, all slices together
};

/// A number that names a loop is `once`: before all slices; `slice`: in each of them; else that of one of `loops` and `first_loop` together.
struct SliceLoops {
  static constexpr std::uint32_t once = 0, slice = 1, first_loop = 2;

  std::vector<Label>
      outer;  ///< labels of slices, in the order's sequence; one loop for all of them
  std::vector<SliceLoop>
      loops;  ///< those around others first; the first of those with the same end is around the others
  std::vector<std::uint32_t>
      home;  ///< by value: the innermost loop that a step is in; of tensors `once`
  double log2_slices = 0;

  /// How often what has this home is computed, all slices together.
  double log2_runs(std::uint32_t place) const {
    if (place == once) return 0;
    return place == slice ? log2_slices : loops[place - first_loop].log2_runs;
  }
};

/// The innermost loop that makes a value anew: that of its step, or, of a sum, the one around those that it is summed over.
std::uint32_t owner(const SliceLoops& loops, std::uint32_t value);

/// A loop of what is taken one after the other: items first … last − 1 for every value of a label. Loops are in each other or apart.
struct PlanLoop {
  Label label = 0;
  std::uint64_t extent = 1;
  std::uint32_t sum = 0;  ///< the value that the last item adds up
  bool begins = true;     ///< the sum is a new one; else it is that of the loop around
  std::size_t first = 0, last = 0;
  std::size_t next = 0;  ///< of all loops, the first one that is not within
};

/// Items, each of which makes a value, as they are taken.
struct LoopSequence {
  std::vector<std::uint32_t> items;  ///< what is not of the slices first
  std::vector<bool> once;       ///< by place in `items`: before the slices, where there are some
  std::vector<double> runs;     ///< in a slice or before them
  std::vector<PlanLoop> loops;  ///< of places in `items`, by first one, those around others first
};

/// Brings items in the order `sequence`, of which the last one makes the network's value, together in their loops. `makes`: by item, its value.
LoopSequence loop_sequence(const Network& network, const SliceLoops& loops,
                           const std::vector<std::uint32_t>& sequence,
                           const std::vector<std::uint32_t>& makes);

/// `outer`: labels that are slices, wherever their sums end. Of labels whose sums end at one step those that reach most of the operations are around
/// the others.
SliceLoops slice_loops(const Network& network, const Order& order,
                       const std::vector<Label>& outer = {});

/// What the order costs with these loops.
OrderCost cost(const Network& network, const Order& order, const SliceLoops& loops);

}  // namespace diagc::arrays
