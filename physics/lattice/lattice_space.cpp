#include <algorithm>
#include <map>
#include <numeric>

#include "physics/lattice/equivalence.h"
#include "physics/lattice/geometry.h"

namespace diagc::lattice {
namespace {

std::uint32_t wrapped(int coordinate, std::uint32_t extent) {
  const auto size = static_cast<std::int64_t>(extent);
  return static_cast<std::uint32_t>(((coordinate % size) + size) % size);
}

std::uint32_t number_of(const Space& space, const Step& step) {
  const auto& [l0, l1, l2] = space.extents;
  const std::uint32_t cell = wrapped(step.cells[0], l0) +
                             l0 * (wrapped(step.cells[1], l1) + l1 * wrapped(step.cells[2], l2));
  return (step.from * space.cell_sites + step.to) * space.cells() + cell;
}

Step step_of(const Space& space, std::uint32_t displacement) {
  const auto& [l0, l1, l2] = space.extents;
  const std::uint32_t cell = displacement % space.cells(), places = displacement / space.cells();
  return {places / space.cell_sites,
          places % space.cell_sites,
          {static_cast<int>(cell % l0), static_cast<int>(cell / l0 % l1),
           static_cast<int>(cell / l0 / l1)}};
}

/// Displacements joined by symmetries, as a forest in which every root is the smallest of its class.
class Classes {
 public:
  explicit Classes(std::uint32_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

void number_rows(Space& space, const std::vector<Symmetry>& symmetries) {
  const std::uint32_t displacements = space.cell_sites * space.sites;
  Classes classes(displacements);
  for (std::uint32_t d = 0; d < displacements; ++d) {
    const Step step = step_of(space, d);
    for (const Symmetry& symmetry : symmetries) classes.join(d, number_of(space, symmetry(step)));
  }
  space.row_of.resize(displacements);
  std::uint32_t rows = 0;
  for (std::uint32_t d = 0; d < displacements; ++d) {
    const std::uint32_t root = classes.root(d);
    space.row_of[d] = root == d ? rows++ : space.row_of[root];
  }
}

/// The matrix with numbers on the diagonal that differ where energies or signs do: what makes sites alike, of the diagonal, is that alone.
std::vector<std::vector<double>> with_labels(std::vector<std::vector<double>> hopping,
                                             const std::vector<int>& signs) {
  if (signs.empty()) return hopping;
  std::map<std::pair<double, int>, double> labels;
  for (std::size_t a = 0; a < hopping.size(); ++a) {
    const auto number = static_cast<double>(labels.size());
    hopping[a][a] = labels.try_emplace({hopping[a][a], signs[a]}, number).first->second;
  }
  return hopping;
}

using Bonds = std::vector<std::map<std::uint32_t, double>>;  // [a][b]: h_ba, a ≠ b

void set_neighbours(Space& space, const Bonds& bonds) {
  space.neighbour_begin = {0};
  space.neighbours.clear();
  for (const auto& bonds_of_site : bonds) {
    for (const auto& [site, hopping] : bonds_of_site) {
      if (hopping != 0) space.neighbours.push_back({site, hopping});
    }
    space.neighbour_begin.push_back(static_cast<std::uint32_t>(space.neighbours.size()));
  }
}

}  // namespace

Space lattice_rows(const Geometry& geometry, std::array<std::uint32_t, 3> extents) {
  Space space;
  space.extents = extents;
  space.cell_sites = geometry.cell_sites;
  space.sites = space.cells() * space.cell_sites;

  std::vector<Symmetry> symmetries = geometry.symmetries;
  const auto add = [&](const std::vector<Symmetry>& others) {
    symmetries.insert(symmetries.end(), others.begin(), others.end());
  };
  const auto lengths = geometry.lengths_of(extents);
  bool equal = true;
  for (std::uint32_t i = 1; i < geometry.dimensions; ++i) equal &= lengths[i] == lengths[0];
  if (equal) add(geometry.symmetries_of_equal_extents);
  if (!geometry.sublattices) add(geometry.symmetries_of_places);
  number_rows(space, symmetries);
  if (geometry.sublattices) {
    space.roots = {0, 1};
    space.root_weights = {0.5, 0.5};
    space.signs = {1, -1};
  }
  return space;
}

Space lattice_space(const Geometry& geometry, std::array<std::uint32_t, 3> extents) {
  Space space = lattice_rows(geometry, extents);
  Bonds bonds(space.sites);
  for (const Hop& hop : geometry.hops) {
    const std::uint32_t displacement = number_of(space, hop.step);
    for (std::uint32_t cell = 0; cell < space.cells(); ++cell) {
      const std::uint32_t from = cell * space.cell_sites + hop.step.from;
      const std::uint32_t to = space.site_at(from, displacement);
      if (from == to) continue;
      bonds[from][to] += hop.amplitude;
      bonds[to][from] += hop.amplitude;
    }
  }
  set_neighbours(space, bonds);
  return space;
}

Space cluster_space(const std::vector<std::vector<double>>& hopping, std::vector<int> signs) {
  Space space;
  space.sites = space.cell_sites = static_cast<std::uint32_t>(hopping.size());
  number_rows(space, {[](const Step& step) { return Step{step.to, step.from, {0, 0, 0}}; }});
  Bonds bonds(space.sites);
  for (std::uint32_t a = 0; a < space.sites; ++a) {
    for (std::uint32_t b = 0; b < space.sites; ++b) {
      if (a != b) bonds[a][b] = hopping[b][a];
    }
  }
  set_neighbours(space, bonds);

  space.roots.clear();
  space.root_weights.clear();
  for (const SiteClass& sites : equivalent_sites(with_labels(hopping, signs))) {
    space.roots.push_back(sites.site);
    space.root_weights.push_back(static_cast<double>(sites.count) / space.sites);
  }
  space.signs = std::move(signs);
  return space;
}

std::uint32_t row_count(const Space& space) {
  return 1 + *std::max_element(space.row_of.begin(), space.row_of.end());
}

}  // namespace diagc::lattice
