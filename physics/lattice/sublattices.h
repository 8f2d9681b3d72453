// Staggered fields: the two sublattices that nearest neighbours connect, and lattices whose cells hold a site of each.
#pragma once

#include <vector>

#include "physics/lattice/geometry.h"

namespace diagc::lattice {

/// Whether the model's G0 or its derivative tells the sublattices apart.
bool has_sublattices(const ModelOptions& options);

/// The lattice of the options with these amplitudes; where it has sublattices, place 0 of a cell is on the one that the field raises, and
/// place 1 on the other.
Geometry geometry_of(const ModelOptions& options, double t, double t_prime);

/// [site]: 1 or −1, so that hopping connects sites of different signs; the first site of each connected part has 1. Throws WrongModel where there
/// are no such signs. `hopping` is symmetric; its diagonal counts for nothing.
std::vector<int> sublattice_signs(const std::vector<std::vector<double>>& hopping);

/// The cluster's matrix with the field on its diagonal.
std::vector<std::vector<double>> hopping_in_field(const ModelOptions& options);

/// Throws WrongModel where the options ask for sublattices that there are not: lattices that are not bipartite, or a size that their cells do not
/// tile.
void check_sublattices(const ModelOptions& options);

}  // namespace diagc::lattice
