#include "physics/series/sampling/pair_codes.h"

#include <array>

namespace diagc::series {

PairCodes pair_codes(const lattice::Space& space) {
  // Coordinates are digits of 2 L − 1 values: differences, shifted by L − 1, and sums then never carry into the next digit.
  const auto& extents = space.extents;
  const std::array<std::uint32_t, 3> weights = {1, 2 * extents[0] - 1,
                                                (2 * extents[0] - 1) * (2 * extents[1] - 1)};
  const std::uint32_t digits = weights[2] * (2 * extents[2] - 1);
  const std::uint32_t cells = space.cells(), places = space.cell_sites;
  const auto digits_of = [&](std::uint32_t cell) {
    return cell % extents[0] * weights[0] + cell / extents[0] % extents[1] * weights[1] +
           cell / extents[0] / extents[1] * weights[2];
  };

  PairCodes codes;
  for (int axis = 0; axis < 3; ++axis) codes.offset += (extents[axis] - 1) * weights[axis];
  codes.place.assign(std::size_t{places} * digits, 0);
  for (std::uint32_t site = 0; site < space.sites; ++site) {
    const std::uint32_t place = site % places, cell = digits_of(site / places);
    codes.code.push_back(place * digits + cell);
    codes.anchor.push_back(cell - place * places * digits);
    codes.place[codes.code.back()] = place;
  }

  const std::size_t indices = std::size_t{places} * places * digits;
  codes.displacement.assign(indices, 0);
  for (std::uint32_t a = 0; a < space.sites; ++a) {
    for (std::uint32_t b = 0; b < space.sites; ++b) {
      codes.displacement[codes.code[b] - codes.anchor[a] + codes.offset] = space.displacement(a, b);
    }
  }

  codes.step.resize(std::size_t{places} * space.sites);
  codes.landing.assign(indices, 0);
  for (std::uint32_t d = 0; d < codes.step.size(); ++d) {
    codes.step[d] = d / cells % places * places * digits + digits_of(d % cells);
  }
  for (std::uint32_t a = 0; a < space.sites; ++a) {
    for (std::uint32_t b = 0; b < space.sites; ++b) {
      codes.landing[codes.code[a] + codes.step[space.displacement(a, b)]] = b;
    }
  }
  return codes;
}

}  // namespace diagc::series
