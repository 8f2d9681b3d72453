// Independent samples from trees as CUDA source, in the two forms that steps have (step_cuda.h); in both, a thread is a member.
#pragma once

#include <cstddef>
#include <string>

#include "diagc/embed.h"
#include "physics/series/sampling/step_cuda.h"

namespace diagc::series {

constexpr std::uint32_t tree_sum_fields =
    sizeof(TreeSums) / 8;  ///< threads a block of members that tree_sum takes

/// Kernels tree_walk, which makes the steps of a launch, and tree_sum, which puts the sums of members together in their order.
FusedStep cuda_tree_fused_source(const KernelPart& graph, const StepShape& shape,
                                 std::size_t most_shared_bytes);

/// Kernels tree_draw and tree_add, before and after the graph of a step, and tree_sum. The graph's inputs are the rows from block.numbers on,
/// (m + 1)² of each; behind them are the row of its output and that of the weight.
std::string cuda_tree_split_source(const StepShape& shape);

}  // namespace diagc::series
