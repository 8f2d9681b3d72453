#include "physics/lattice/geometry.h"

#include <stdexcept>

namespace diagc::lattice {
namespace {

/// A linear map of cell coordinates that leaves the places in a cell alone; m[i] is the image of
/// primitive vector i.
Symmetry linear(std::array<std::array<int, 3>, 3> m) {
  return [m](const Step& step) {
    Step image = step;
    for (std::size_t i = 0; i < 3; ++i) {
      image.cells[i] = step.cells[0] * m[0][i] + step.cells[1] * m[1][i] + step.cells[2] * m[2][i];
    }
    return image;
  };
}

const Symmetry reflect_x = linear({{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
const Symmetry reflect_y = linear({{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}});
const Symmetry reflect_z = linear({{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}});
const Symmetry invert = linear({{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}});
const Symmetry swap_xy = linear({{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}});
const Symmetry swap_yz = linear({{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}});
const Symmetry rotate_60 = linear({{{0, 1, 0}, {-1, 1, 0}, {0, 0, 1}}});

/// Honeycomb. Inversion about the middle of a cell exchanges its two places.
Step exchange_places(const Step& step) {
  return {1 - step.from, 1 - step.to, {-step.cells[0], -step.cells[1], -step.cells[2]}};
}

/// Honeycomb. The rotation by 120° about place 0 of cell 0 takes cell coordinates (x, y) to
/// (−x − y, x), and place 1 of cell 0 to place 1 of cell −a1.
Step rotate_120(const Step& step) {
  const auto& [x, y, z] = step.cells;
  const int shift = static_cast<int>(step.from) - static_cast<int>(step.to);
  return {step.from, step.to, {-x - y + shift, x, z}};
}

Hop bond(std::array<int, 3> cells, double t) { return {{0, 0, cells}, -t}; }

}  // namespace

std::array<std::uint32_t, 3> Geometry::extents_of(std::array<std::uint32_t, 3> lengths) const {
  if (paired) lengths[0] /= 2;
  return lengths;
}

std::array<std::uint32_t, 3> Geometry::lengths_of(std::array<std::uint32_t, 3> extents) const {
  if (paired) extents[0] *= 2;
  return extents;
}

Step reversed(const Step& step) {
  return {step.to, step.from, {-step.cells[0], -step.cells[1], -step.cells[2]}};
}

std::string name_of(Lattice lattice) {
  switch (lattice) {
    case Lattice::chain:
      return "chain";
    case Lattice::square:
      return "square lattice";
    case Lattice::triangular:
      return "triangular lattice";
    case Lattice::cubic:
      return "cubic lattice";
    case Lattice::honeycomb:
      return "honeycomb lattice";
    case Lattice::cluster:
      return "cluster";
    case Lattice::own:
      return "lattice of an own propagator";
  }
  throw std::logic_error("a lattice that has no name");
}

std::uint32_t dimensions_of(Lattice lattice) {
  switch (lattice) {
    case Lattice::chain:
      return 1;
    case Lattice::cubic:
      return 3;
    default:
      return 2;
  }
}

Geometry lattice_geometry(Lattice lattice, double t, double t_prime) {
  Geometry geometry;
  geometry.name = name_of(lattice);
  geometry.dimensions = dimensions_of(lattice);
  switch (lattice) {
    case Lattice::chain:
      geometry.hops = {bond({1, 0, 0}, t)};
      geometry.symmetries = {reflect_x};
      return geometry;
    case Lattice::square:
      geometry.hops = {bond({1, 0, 0}, t), bond({0, 1, 0}, t)};
      if (t_prime != 0) {
        geometry.hops.push_back(bond({1, 1, 0}, t_prime));
        geometry.hops.push_back(bond({1, -1, 0}, t_prime));
      }
      geometry.symmetries = {reflect_x, reflect_y};
      geometry.symmetries_of_equal_extents = {swap_xy};
      return geometry;
    case Lattice::triangular:
      geometry.hops = {bond({1, 0, 0}, t), bond({0, 1, 0}, t), bond({1, -1, 0}, t)};
      geometry.symmetries = {invert};
      geometry.symmetries_of_equal_extents = {swap_xy, rotate_60};
      return geometry;
    case Lattice::cubic:
      geometry.hops = {bond({1, 0, 0}, t), bond({0, 1, 0}, t), bond({0, 0, 1}, t)};
      geometry.symmetries = {reflect_x, reflect_y, reflect_z};
      geometry.symmetries_of_equal_extents = {swap_xy, swap_yz};
      return geometry;
    case Lattice::honeycomb:
      geometry.cell_sites = 2;
      geometry.hops = {{{0, 1, {0, 0, 0}}, -t}, {{0, 1, {-1, 0, 0}}, -t}, {{0, 1, {0, -1, 0}}, -t}};
      geometry.symmetries = {reversed};
      geometry.symmetries_of_places = {exchange_places};
      geometry.symmetries_of_equal_extents = {swap_xy, rotate_120};
      return geometry;
    case Lattice::cluster:
    case Lattice::own:
      break;
  }
  throw std::logic_error("neither a cluster nor an own propagator has a geometry");
}

}  // namespace diagc::lattice
