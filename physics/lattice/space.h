#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace diagc::lattice {

struct Neighbour {
  std::uint32_t site = 0;
  double hopping = 0;  ///< h in H = Σ h c†_a c_b; −t for a positive t
};

/// Where vertices live: a torus of `extents` cells along the primitive vectors, each cell with
/// `cell_sites` sites. A cluster is one cell, extents {1, 1, 1}, that holds all its sites; what
/// follows holds for both.
///
/// Numbers. With x, y, z the coordinates of a cell and s the place of a site in it,
///     site         = s + cell_sites · (x + L0 · (y + L1 · z))
///     displacement = (s_a · cell_sites + s_b) · cells + (dx + L0 · (dy + L1 · dz)),
/// where dx = (x_b − x_a) mod L0 in [0, L0), and so on. Displacements from one s_a stand together, in
/// a block of `sites` numbers.
struct Space {
  std::uint32_t sites = 1;
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::uint32_t cell_sites = 1;

  /// [displacement]: row of the propagator table. Displacements related by a symmetry share a row.
  std::vector<std::uint32_t> row_of;

  /// Sites for vertex 0, the measured point, and their weights in the average over all sites, which
  /// sum to 1: one of each class of equivalent sites. Lattices: {0}; with two sublattices {0, 1}.
  std::vector<std::uint32_t> roots{0};
  std::vector<double> root_weights{1};

  /// [place in the cell]: the sublattice of a staggered field, 1 or −1; empty without one.
  std::vector<int> signs;

  /// Sites that hopping connects: those of site a are neighbours[neighbour_begin[a] …
  /// neighbour_begin[a + 1]). Each place is met once, the site itself is not among them; b is a
  /// neighbour of a where a is one of b. With an own propagator, whose hopping is not known (0), those
  /// along the primitive vectors.
  std::vector<std::uint32_t> neighbour_begin;
  std::vector<Neighbour> neighbours;

  std::uint32_t cells() const { return extents[0] * extents[1] * extents[2]; }
  std::uint32_t displacement(std::uint32_t a, std::uint32_t b) const;
  /// The site that lies at this displacement from a, whose block must be that of a.
  std::uint32_t site_at(std::uint32_t a, std::uint32_t displacement) const;
  /// Row of G0 from site a to site b.
  std::uint32_t row(std::uint32_t a, std::uint32_t b) const { return row_of[displacement(a, b)]; }
  std::span<const Neighbour> neighbours_of(std::uint32_t a) const {
    return std::span(neighbours)
        .subspan(neighbour_begin[a], neighbour_begin[a + 1] - neighbour_begin[a]);
  }
};

}  // namespace diagc::lattice
