// The Markov step as CUDA source, in two forms; in both, a thread is a walker.
//
// fused: one kernel makes all steps of a stretch, with the graph inside of the step. Walkers stand in shared memory meanwhile, but the
// graph has to share registers with the step.
// split: the graph stays in kernels of its own, of whatever schedule, and a kernel between two evaluations decides on one step and
// proposes the next. Lines go through the device's memory once a step.
//
// Both make the same numbers as long as the graph's kernels do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "diagc/embed.h"
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

constexpr std::uint32_t sum_fields =
    sizeof(StepSums) / 8;  ///< threads a block of walkers that step_sum takes

/// Kernels that hold the graph are made for so many threads of a block, and so many blocks of a multiprocessor at once.
struct FusedBounds {
  unsigned threads = 128, blocks = 1;
  bool together = false;  ///< with a barrier before the graph
};
/// The code of a graph of which few blocks run at once does not fit the nearest caches of instructions: the warps of a block, or of the
/// multiprocessor, go through it together. `most_walkers`: whose rows shared memory has room for.
FusedBounds fused_bounds(const KernelPart::Resources& graph, std::size_t most_walkers);

/// A launch of step_refresh or step_walk has threads for all walkers, in blocks of `threads`, a multiple of 128. Scratch rows hold
/// walkers rounded up to that.
struct FusedStep {
  std::string source;
  unsigned threads = 128;
  std::size_t shared_bytes = 0;  ///< dynamic, a block
};

/// Kernels step_start (at step `first`), step_refresh, step_walk, and step_sum, which puts the sums of walkers together in their order.
/// `graph` is a part for devices; it stands inside of the step. `most_shared_bytes`: what the device gives a block.
FusedStep cuda_fused_source(const KernelPart& graph, const StepShape& shape,
                            std::size_t most_shared_bytes);

/// Kernels step_start, step_lines and step_settle (before and after the graph, together what step_refresh is), step_decide_propose (with
/// step_decide_propose_all where `decided` or `proposed` is a redraw), and step_sum. The graph's input are the rows from block.numbers on, its
/// output row is number (order + 1)² + (order + 1) of block.scratch_numbers.
std::string cuda_split_source(const StepShape& shape);

}  // namespace diagc::series
