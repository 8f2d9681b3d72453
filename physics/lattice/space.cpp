#include "physics/lattice/space.h"

namespace diagc::lattice {

std::uint32_t Space::displacement(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t cell_a = a / cell_sites, cell_b = b / cell_sites;
  std::uint32_t cell = 0, stride = 1;
  for (const std::uint32_t extent : extents) {
    const std::uint32_t from = cell_a % extent, to = cell_b % extent;
    cell += stride * (to >= from ? to - from : to + extent - from);
    cell_a /= extent;
    cell_b /= extent;
    stride *= extent;
  }
  return (a % cell_sites * cell_sites + b % cell_sites) * cells() + cell;
}

std::uint32_t Space::site_at(std::uint32_t a, std::uint32_t displacement) const {
  std::uint32_t cell_a = a / cell_sites, difference = displacement % cells();
  std::uint32_t cell = 0, stride = 1;
  for (const std::uint32_t extent : extents) {
    cell += stride * ((cell_a % extent + difference % extent) % extent);
    cell_a /= extent;
    difference /= extent;
    stride *= extent;
  }
  return displacement / cells() % cell_sites + cell_sites * cell;
}

}  // namespace diagc::lattice
