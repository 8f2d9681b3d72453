// Names of the ways of spreading a graph over a device.
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

#include <optional>
#include <string>
#include <string_view>

#include "compiler/emit/cuda/program.h"

namespace diagc {

/// Options that are 0 or empty are to be chosen.
using CudaCandidate = CudaForm;

std::string to_string(const CudaCandidate& candidate);
/// Nothing where the text names no candidate.
std::optional<CudaCandidate> cuda_candidate(std::string_view text);

}  // namespace diagc
