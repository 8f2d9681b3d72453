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

/// `outer`: labels that are slices, wherever their sums end. Of labels whose sums end at one step those that reach most of the operations are around
/// the others.
SliceLoops slice_loops(const Network& network, const Order& order,
                       const std::vector<Label>& outer = {});

/// What the order costs with these loops.
OrderCost cost(const Network& network, const Order& order, const SliceLoops& loops);

}  // namespace diagc::arrays
