#pragma once

#include <cstddef>
#include <vector>

namespace diagc::dynamics {

/// Extents of a grid multiplied; throws std::runtime_error where that is 0 or more than a size holds.
std::size_t points_of(const std::vector<std::size_t>& grid);

}  // namespace diagc::dynamics
