// The form by rotations (emit/rotations/plan.h) that is worth trying on one graph.
#pragma once

#include <vector>

#include "compiler/emit/choice/candidates.h"

namespace diagc {

/// One, whose numbers that `asked` leaves open are chosen. Throws std::runtime_error where the graph has no such form or nothing fits.
std::vector<RankedCandidate> rotation_candidates(const Graph& graph, const CudaOptions& options,
                                                 const RotationOptions& asked);

}  // namespace diagc
