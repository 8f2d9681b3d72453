// The axes of placed kernels with their strides.
#pragma once

#include <vector>

#include "compiler/arrays/plan.h"

namespace diagc::arrays {

/// The kernel, whose steps are appended. `labels` and `axes` are those of all values; labels ascending.
PlanKernel kernel_of(const Network& network, const std::vector<std::vector<Label>>& labels,
                     const std::vector<std::vector<Label>>& axes, const PlacedKernel& placed,
                     std::uint64_t element_bytes, std::vector<PlanStep>& steps);

}  // namespace diagc::arrays
