// Self-energies whose arrays lanes have in their registers (text/self_energy_by_lanes.cuh).
#pragma once

#include <cstddef>
#include <optional>

#include "library/cyclic/cyclic_device.h"

namespace diagc::dynamics {

/// How a block of threads takes a pair of times at radix x radix points.
struct LaneArrays {
  std::size_t radix = 0;                ///< lanes of an array, and numbers of each
  std::size_t threads = 0, shared = 0;  ///< of a block
  std::size_t blocks = 0;               ///< on a multiprocessor
  std::size_t box_points = 0;           ///< that the copy engine moves at a time; 0: threads copy
  bool one_axis = true;
};

/// Nothing where the theory is more than a map between transforms, where the lattice has another number of points than 64, 256, or 1024, as one axis or a
/// square, or where bands are too many. `shared`: bytes that a block of threads may have, of which a multiprocessor has one KiB more.
std::optional<LaneArrays> lane_arrays(const CyclicText& text, std::size_t bands,
                                      std::size_t shared);

}  // namespace diagc::dynamics
