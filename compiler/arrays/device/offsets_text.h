// Functions of emitted kernels that take an index apart and give its offsets in arrays.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/arrays/device/step_axes.h"

namespace diagc::arrays {

/// A member function of that name of a struct with types Index and Offset: of index i of all axes, the last one fastest, the offset in each of the
/// arrays, whose names are those of the parameters.
std::string offsets_text(const char* name, const std::vector<PlanAxis>& axes,
                         const std::vector<std::pair<const char*, AxisStride>>& arrays);

}  // namespace diagc::arrays
