// Where everything stands in a kernel by rotations (recurrence.h): lanes, shared memory, the table.
//
// A warp goes through groups of configurations, with a lane for each rotation of the vertices but 0; no two warps have anything to do with each
// other. Each half of a warp has as many configurations as fit, so that a half reads and writes different banks of shared memory whatever the
// rotation; lanes that are left over have nothing to do.
//
// Shared memory of a warp, in bytes: [value orbit][half][configuration][slot] in double precision. Behind those of all warps
// stand the factors of sums.
// The table is places, four by four: [place / 4][rotation][place % 4], bytes from slot 0 of a configuration in the first orbit.
#pragma once

#include <vector>

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/rotations/operations.h"
#include "compiler/schedule/determinants.h"

namespace diagc {

struct RotationPlan {
  DeterminantSum sum;
  unsigned warps = 0;        ///< of a block, which has a multiprocessor for itself
  std::uint32_t orbits = 0;  ///< of a warp's shared memory
  std::vector<RotationOperation> operations;
  std::vector<std::uint32_t> words;

  unsigned rotations() const { return sum.vertices - 1; }
  unsigned half_configurations() const { return 16 / rotations(); }
  /// Of a warp.
  unsigned configurations() const { return 2 * half_configurations(); }
  std::uint32_t orbit_bytes() const { return 8 * configurations() * rotations(); }
  std::uint32_t warp_bytes() const { return orbits * orbit_bytes(); }
  /// Factors stand behind the warps.
  std::uint32_t shared_bytes() const { return warps * warp_bytes() + 8 * rotation_factors; }
  /// Loads from shared memory and stores to it, of a warp for its configurations.
  std::size_t accesses() const;
};

/// Throws std::runtime_error with the reason where there is no such kernel, or the values do not fit the device's shared memory.
RotationPlan plan_rotations(const DeterminantSum& sum, const CudaOptions& options);

}  // namespace diagc
