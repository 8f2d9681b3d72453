#include "physics/dynamics/grid.h"

#include <stdexcept>

#include <fmt/ranges.h>

#include "runtime/system/checked.h"

namespace diagc::dynamics {

std::size_t points_of(const std::vector<std::size_t>& grid) {
  std::size_t points = 1;
  for (const std::size_t extent : grid) {
    const auto product = checked_product({points, extent});
    if (!product || *product == 0) {
      throw std::runtime_error(
          fmt::format("found the grid {}, expected extents of at least 1 with a product that a "
                      "size holds",
                      fmt::join(grid, " x ")));
    }
    points = *product;
  }
  return points;
}

}  // namespace diagc::dynamics
