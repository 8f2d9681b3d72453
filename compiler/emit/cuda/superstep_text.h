// Straight code that the warps of a group share (schedule/supersteps.h): `straight:warps=…`.
//
// A block has `groups` of `warps` warps; a group computes 32 configurations, one a lane. A switch leads every warp to its own part of the
// code; barriers are those of the group alone, so that groups wait at different times.
#pragma once

#include "compiler/emit/cuda/lanes.h"
#include "compiler/schedule/supersteps.h"

namespace diagc {

struct SuperstepShape {
  unsigned warps = 0, groups = 0;
  unsigned registers = 0;   ///< of a thread
  std::uint32_t slots = 0;  ///< of a configuration in shared memory at most
  unsigned configurations() const { return 32 * groups; }
  unsigned threads() const { return 32 * warps * groups; }
};
SuperstepShape superstep_shape(const CudaOptions& options);

/// `options.form` is StraightOptions with `warps`, `schedule` has one chunk. Throws as make_supersteps() does, and std::runtime_error where
/// values are complex.
Supersteps plan_supersteps(const Graph& graph, const Schedule& schedule,
                           const CudaOptions& options);
CudaProgram emit_cuda_supersteps(const Graph& graph, const Schedule& schedule,
                                 const CudaOptions& options);

}  // namespace diagc
