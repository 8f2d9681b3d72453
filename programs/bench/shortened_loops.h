// Plans of which a part is measured: loops over sliced labels take some of their values.
#pragma once

#include <vector>

#include "compiler/arrays/plan.h"

namespace diagc::bench {

struct ShortenedPlan {
  arrays::Plan plan;  ///< kernels and steps say how often the whole plan runs them
  std::vector<double>
      repeats;  ///< by kernel: its runs in a whole slice, or before all slices, over those here
};

/// Shortens loops, those around others first, until a slice is expected to take so many seconds on one core, or no loop is left. What is computed before all
/// slices takes one value of every loop.
ShortenedPlan with_shortened_loops(arrays::Plan plan, double seconds);

}  // namespace diagc::bench
