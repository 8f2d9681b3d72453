// Loops over sliced labels in a tree that is searched: as slice_loops.h finds them in an order.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

/// Places are numbered as in SliceLoops.
struct TreeLoops {
  struct Loop {
    std::size_t end = 0;       ///< the node that is summed
    std::uint32_t around = 0;  ///< the place that this one is taken in
    double log2_runs = 0;      ///< of what is in it
  };
  std::vector<Loop> loops;           ///< those around others first
  std::vector<std::uint32_t> home;   ///< by node
  std::vector<std::uint64_t> outer;  ///< the labels of slices as bits
  bool has_outer = false;
  double log2_slices = 0;

  double log2_runs(std::uint32_t place) const;
};

/// Where sums do not end early, all steps are in slices.
TreeLoops tree_loops(const ContractionTree& tree);

}  // namespace diagc::arrays
