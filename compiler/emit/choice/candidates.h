// The ways of spreading a graph over a device that `auto` chooses from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/emit/choice/candidate_text.h"
#include "compiler/emit/choice/cost.h"

namespace diagc {

/// "straight, chunked, windowed, cooperative"
std::string cuda_schedule_names();

/// Options for emitting the candidate, with a slab to match.
CudaOptions cuda_options(const CudaCandidate& candidate, CudaOptions options);

struct RankedCandidate {
  CudaCandidate candidate;
  CudaEstimate estimate;
};

/// What a machine may spend on compiling one candidate.
struct CompileBudget {
  double seconds = 100;  ///< as estimated
  unsigned cores = 1;    ///< kernels are compiled beside each other
};

/// Seconds until all kernels are compiled, beside each other, as estimated.
double compile_time(const CudaEstimate& estimate, const CompileBudget& budget);

/// The candidates for a graph, the one that is expected to be fastest first, without those that would take longer to compile than the
/// budget and those that give the same kernels as another. `whole` is the graph scheduled in one chunk. Never empty: `windowed`
/// is for any graph. `panel_graph` makes the same graph for panels (compiler/driver), `product_graph` for products of tiles and for unions;
/// they are called once at most, and without them there are no such candidates.
std::vector<RankedCandidate> ranked_candidates(
    const Graph& graph, const Schedule& whole, const CudaOptions& options,
    const CompileBudget& budget, const std::atomic<bool>* stop = nullptr,
    const std::function<const Graph&()>& panel_graph = {},
    const std::function<const Graph&()>& product_graph = {});

}  // namespace diagc
