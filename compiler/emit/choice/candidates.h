// The ways of spreading a graph over a device that `auto` chooses from.
//
// A candidate is a schedule with the options that are worth varying. Its text names it everywhere – on the command line, in tables, in the
// cache of choices – and is enough to make the same program again:
//
//   straight      straight:blocks=3      straight:shared=227      straight:warps=4      chunked:operations=3500      windowed
//   cooperative:products,low=2,lanes=8,warps=8,blocks=1
//   cooperative:low=4,row=v,after=2000,lanes=32,warps=6,blocks=2,groups=16,stages=2,sums=96,stagger=90
//
// `shared` is how many real numbers of a thread shared memory holds, at most, `warps` how many share a configuration (StraightOptions).
// `blocks` is the second number of __launch_bounds__ (of `cooperative`, blocks on a multiprocessor), `operations` the size of a chunk. Of
// `cooperative`, low, row and after say how panels are found (PanelRule), the others are CooperativeOptions, stagger in per cent. A
// schedule without options has those that emission itself chooses; options that `cooperative` lacks are those that are fastest in
// simulation (cooperative_candidates()).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/emit/choice/cost.h"

namespace diagc {

/// Options that are 0 or empty are to be chosen.
using CudaCandidate = CudaForm;

std::string to_string(const CudaCandidate& candidate);
/// Nothing where the text names no candidate.
std::optional<CudaCandidate> cuda_candidate(std::string_view text);
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
/// is for any graph. `panel_graph` makes the same graph for panels (compiler/driver), `product_graph` for products of tiles; they are called once at
/// most, and without them there are no such candidates.
std::vector<RankedCandidate> ranked_candidates(
    const Graph& graph, const Schedule& whole, const CudaOptions& options,
    const CompileBudget& budget, const std::atomic<bool>* stop = nullptr,
    const std::function<const Graph&()>& panel_graph = {},
    const std::function<const Graph&()>& product_graph = {});

}  // namespace diagc
