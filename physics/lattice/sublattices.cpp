#include "physics/lattice/sublattices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace diagc::lattice {
namespace {

// A cell of two sites has the primitive vectors 2 e0, e0 + e1, e0 + e2: all of them keep the sublattice.

bool is_odd(const std::array<int, 3>& r) { return (r[0] + r[1] + r[2]) % 2 != 0; }

/// From a site of sublattice `from` to the one that lies r further, r in single sites.
Step step_over(std::uint32_t from, const std::array<int, 3>& r) {
  const std::uint32_t to = is_odd(r) ? 1 - from : from;
  const int between = static_cast<int>(to) - static_cast<int>(from);
  return {from, to, {(r[0] - between - r[1] - r[2]) / 2, r[1], r[2]}};
}

std::array<int, 3> sites_of(const Step& step) {
  const auto& [x, y, z] = step.cells;
  const int between = static_cast<int>(step.to) - static_cast<int>(step.from);
  return {2 * x + y + z + between, y, z};
}

Symmetry in_pairs(const Symmetry& symmetry) {
  return [symmetry](const Step& step) {
    return step_over(step.from, symmetry({0, 0, sites_of(step)}).cells);
  };
}

/// The lattice of one site a cell with cells of two.
Geometry paired(Geometry geometry) {
  std::vector<Hop> hops;
  for (const Hop& hop : geometry.hops) {
    for (const std::uint32_t from : {0U, 1U})
      hops.push_back({step_over(from, hop.step.cells), hop.amplitude});
  }
  geometry.hops = std::move(hops);
  for (auto* symmetries : {&geometry.symmetries, &geometry.symmetries_of_equal_extents}) {
    for (Symmetry& symmetry : *symmetries) symmetry = in_pairs(symmetry);
  }
  geometry.symmetries.emplace_back(reversed);
  geometry.cell_sites = 2;
  geometry.paired = true;
  return geometry;
}

}  // namespace

bool has_sublattices(const ModelOptions& options) {
  return options.staggered != 0 || options.derivative == Derivative::staggered;
}

Geometry geometry_of(const ModelOptions& options, double t, double t_prime) {
  Geometry geometry = lattice_geometry(options.lattice, t, t_prime);
  if (!has_sublattices(options)) return geometry;
  if (geometry.cell_sites == 1) geometry = paired(std::move(geometry));
  geometry.sublattices = true;
  geometry.staggered = options.staggered;
  return geometry;
}

std::vector<int> sublattice_signs(const std::vector<std::vector<double>>& hopping) {
  std::vector<int> signs(hopping.size(), 0);
  for (std::size_t first = 0; first < hopping.size(); ++first) {
    if (signs[first] != 0) continue;
    signs[first] = 1;
    std::vector<std::size_t> reached{first};
    while (!reached.empty()) {
      const std::size_t a = reached.back();
      reached.pop_back();
      for (std::size_t b = 0; b < hopping.size(); ++b) {
        if (a == b || hopping[a][b] == 0) continue;
        if (signs[b] == signs[a]) {
          throw WrongModel(
              "hopping",
              fmt::format("found hopping between sites {} and {}, which other hops connect by an "
                          "even number of steps, expected two sublattices, between which alone "
                          "there is hopping: a staggered field needs them",
                          std::min(a, b), std::max(a, b)));
        }
        if (signs[b] != 0) continue;
        signs[b] = -signs[a];
        reached.push_back(b);
      }
    }
  }
  return signs;
}

std::vector<std::vector<double>> hopping_in_field(const ModelOptions& options) {
  std::vector<std::vector<double>> hopping = options.hopping;
  if (options.staggered == 0) return hopping;
  const std::vector<int> signs = sublattice_signs(hopping);
  for (std::size_t a = 0; a < hopping.size(); ++a) hopping[a][a] += signs[a] * options.staggered;
  return hopping;
}

void check_sublattices(const ModelOptions& options) {
  if (!std::isfinite(options.staggered)) {
    throw WrongModel("staggered", fmt::format("found staggered = {}, expected a finite number",
                                              options.staggered));
  }
  if (!has_sublattices(options)) return;
  switch (options.lattice) {
    case Lattice::cluster:
      sublattice_signs(options.hopping);
      return;
    case Lattice::triangular:
      throw WrongModel("lattice",
                       "found a staggered field on the triangular lattice, expected a lattice of "
                       "two sublattices: chain, square, cubic, honeycomb, or a cluster of two");
    case Lattice::own:
      throw WrongModel("lattice",
                       "found a staggered field with lattice = \"own\", expected another lattice: "
                       "its propagator does not tell the sublattices");
    case Lattice::honeycomb:
      return;
    case Lattice::chain:
    case Lattice::square:
    case Lattice::cubic:
      break;
  }
  if (options.size.empty()) return;
  const std::uint32_t least = std::ranges::min(options.size);
  const bool fits = least % 2 == 0 && std::ranges::all_of(options.size, [&](std::uint32_t extent) {
                      return extent % least == 0;
                    });
  if (fits) return;
  throw WrongModel("size",
                   fmt::format("found the extents [{}] with a staggered field, expected even ones "
                               "that are multiples of the smallest: they are tiled by pairs of "
                               "neighbours",
                               fmt::join(options.size, ", ")));
}

}  // namespace diagc::lattice
