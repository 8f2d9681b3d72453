// Samples from trees as CUDA source, in the two forms that steps have (step_cuda.h); in both, a thread is a member.
//
// Every source has a kernel tree_sum, which puts the sums of members together in their order. Of split forms the graph's inputs are the rows from
// block.numbers on, (m + 1)² of each; behind them are the row of its output and that of the weight.
#pragma once

#include <cstddef>
#include <string>

#include "diagc/embed.h"
#include "physics/series/sampling/step_cuda.h"

namespace diagc::series {

constexpr std::uint32_t tree_sum_fields =
    sizeof(TreeSums) / 8;  ///< threads a block of members that tree_sum takes

/// Independent samples: kernel tree_walk, which makes the steps of a launch.
FusedStep cuda_tree_fused_source(const KernelPart& graph, const StepShape& shape,
                                 std::size_t most_shared_bytes);
/// Independent samples: kernels tree_draw and tree_add, before and after the graph of a step. Of mixed precision also tree_select, between the graph
/// in single precision, whose rows are those from TreeLaunch::single on, and that in double precision, whose rows are those from TreeLaunch::again on.
std::string cuda_tree_split_source(const StepShape& shape);

/// Markov chains: kernels tree_start, which puts members to independent places (128 threads a block), tree_refresh, which makes f and w of the places
/// that they are at, the two rows of block.numbers, and tree_chain, which makes the steps of a launch.
FusedStep cuda_tree_chain_fused_source(const KernelPart& graph, const StepShape& shape,
                                       std::size_t most_shared_bytes);
/// Markov chains: kernels tree_start; tree_lines and tree_settle, before and after the graph, together what tree_refresh is; tree_propose and
/// tree_decide, before and after the graph of a step. block.numbers has tree_chain_rows more rows than samples have.
std::string cuda_tree_chain_split_source(const StepShape& shape);
constexpr std::uint32_t tree_chain_rows = 4;

}  // namespace diagc::series
