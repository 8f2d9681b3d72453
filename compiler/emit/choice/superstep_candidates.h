// Straight code that warps share (schedule/supersteps.h), as a candidate: how many warps are worth trying, and how fast they will be.
#pragma once

#include <vector>

#include "compiler/emit/choice/candidates.h"

namespace diagc {

struct Supersteps;

/// `options.form` is StraightOptions with `warps`.
CudaEstimate estimate_supersteps(const Graph& graph, const Schedule& whole, const Supersteps& plan,
                                 const CudaOptions& options);

/// Candidates for a graph whose values registers cannot hold, in no order; none where values are complex. In single precision, where nothing was measured,
/// there are none either.
std::vector<RankedCandidate> superstep_candidates(const Graph& graph, const Schedule& whole,
                                                  const CudaOptions& options);

}  // namespace diagc
