#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "physics/lattice/model.h"

namespace diagc::lattice {

/// From the place `from` of a cell to the place `to` of the cell that lies `cells` further.
struct Step {
  std::uint32_t from = 0, to = 0;
  std::array<int, 3> cells{0, 0, 0};
};

/// A bond: `amplitude` · (c†_to c_from + c†_from c_to).
struct Hop {
  Step step;
  double amplitude = 0;
};

/// A map that leaves G0 unchanged: steps related by one of these, applied any number of times, have the same
/// propagator. It maps all steps; cells are given up to multiples of the extents.
using Symmetry = std::function<Step(const Step&)>;

/// A lattice before its size is known.
struct Geometry {
  std::string name;
  std::uint32_t dimensions = 2;
  std::uint32_t cell_sites = 1;
  std::vector<Hop> hops;  ///< each bond of a cell once
  std::vector<Symmetry> symmetries;
  std::vector<Symmetry> symmetries_of_equal_extents;  ///< hold where all lengths are the same
  std::vector<Symmetry> symmetries_of_places;         ///< hold without sublattices
  /// Places 0 and 1 are on different sublattices, at the energies `staggered` and −staggered.
  bool sublattices = false;
  double staggered = 0;
  /// Cells are pairs of neighbours: the primitive vectors are 2 e0, e0 + e1, e0 + e2.
  bool paired = false;

  /// The extents in cells of a torus of these lengths along e0, e1, e2. In pairs it is that torus where the first length is even and the others
  /// are multiples of it.
  std::array<std::uint32_t, 3> extents_of(std::array<std::uint32_t, 3> lengths) const;
  std::array<std::uint32_t, 3> lengths_of(std::array<std::uint32_t, 3> extents) const;
};

/// h is real, so that G0 from a to b is G0 from b to a.
Step reversed(const Step& step);

/// For the lattices of ModelOptions other than cluster and own.
Geometry lattice_geometry(Lattice lattice, double t, double t_prime);

/// "square lattice", "chain", …: the name in messages.
std::string name_of(Lattice lattice);
/// Number of coordinates of a cell.
std::uint32_t dimensions_of(Lattice lattice);

/// A torus of the given extents with its rows only.
Space lattice_rows(const Geometry& geometry, std::array<std::uint32_t, 3> extents);

/// The same with neighbours.
Space lattice_space(const Geometry& geometry, std::array<std::uint32_t, 3> extents);

/// One cell that holds the sites of a symmetric matrix, a row for each unordered pair, and roots. Sites of different `signs`, where there are
/// some, are not equivalent.
Space cluster_space(const std::vector<std::vector<double>>& hopping, std::vector<int> signs = {});

/// Number of rows: 1 + the largest of row_of.
std::uint32_t row_count(const Space& space);

}  // namespace diagc::lattice
