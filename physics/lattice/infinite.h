#pragma once

#include <cstdint>
#include <optional>

#include "physics/lattice/geometry.h"

namespace diagc::lattice {

struct InfiniteSize {
  std::uint32_t extent = 0;  ///< cells along every primitive vector
  /// Bounds |G0 of the torus − G0 of the infinite lattice at the image of the displacement where that
  /// is largest| for all displacements and times.
  double error = 0;
};

/// The smallest of a series of sizes whose error is at most `bound`. The error is that of the images:
/// on a torus of L, G0(r) = Σ_m G0(r + m L) over one of 2L, so that all but the largest of these 2^D
/// terms are the error, up to those of 2L. One of mu and filling is given; the filling is that of the
/// torus of L. Throws WrongModel where no size that fits in memory is enough.
InfiniteSize infinite_size(const Geometry& geometry, double beta, std::optional<double> mu,
                           std::optional<double> filling, double bound);

}  // namespace diagc::lattice
