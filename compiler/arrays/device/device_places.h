// Where the arrays of a device's plan lie in its memory: two that live at one time do not overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::arrays {

/// Sets all offsets of a plan whose launches and loops are known, and its elements. `elements`: by value, tensors first, terms of sums last.
/// Throws as place_lives() does.
void place_arrays(DevicePlan& plan, const std::vector<std::uint64_t>& elements,
                  std::size_t tensors);

}  // namespace diagc::arrays
