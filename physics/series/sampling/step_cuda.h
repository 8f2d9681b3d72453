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

#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::integrate {

constexpr std::uint32_t history_steps = 32, no_move = 255;
constexpr std::uint32_t sum_fields =
    sizeof(StepSums) / 8;  ///< threads a block of walkers that step_sum takes

/// The one parameter of every kernel. Each 128 threads are a block of walkers; all rows hold the walkers of all blocks of a device,
/// StepBlock::walkers in number. Pointers are the device's.
template <class T>
struct StepLaunch {
  StepPointers<T> tables;
  StepBlock<T> block;
  const std::uint32_t* block_numbers;  ///< [block]
  StepSums* walker_sums;               ///< [walker], of this launch
  StepSums* sums;                      ///< [block]
  std::uint64_t first, steps;

  T* history = nullptr;  ///< [slot][f / p, λ w / p][walker]; slots are history_steps
  /// [walker]: proposals that were no finite number, since the history was last added to the sums.
  std::uint32_t* broken = nullptr;

  // Of the split form.
  std::uint32_t decided = no_move,
                proposed = no_move;  ///< moves, or no_move; the step that is proposed is `first`
  std::uint32_t slot = 0;            ///< of the step that is decided on
  std::uint32_t folded = 0;          ///< slots that are added to walker_sums then; 0: none
  std::uint32_t fold_at = 0;         ///< place of the first of them in the cycle of moves
  std::uint32_t fresh = 0;           ///< 1: walker_sums begin with them
};

/// A launch of step_refresh or step_walk has threads for all walkers, in blocks of `threads`, a multiple of 128. Scratch rows hold
/// walkers rounded up to that.
struct FusedStep {
  std::string source;
  unsigned threads = 128;
  std::size_t shared_bytes = 0;  ///< dynamic, a block
};

/// Kernels step_start (at step `first`), step_refresh, step_walk, and step_sum, which puts the sums of walkers together in their order.
/// `kernel_source` is that of a kernel for devices with schedule straight, `symbol` its kernel_symbol(). The graph stands inside
/// of the step. `most_shared_bytes`: what the device gives a block.
FusedStep cuda_fused_source(const std::string& kernel_source, const std::string& symbol,
                            const StepShape& shape, std::size_t most_shared_bytes);

/// Kernels step_start, step_lines and step_settle (before and after the graph, together what step_refresh is), step_turn (with
/// step_turn_all where `decided` or `proposed` is a redraw), and step_sum. The graph's input are the rows from block.numbers on, its
/// output row is number (order + 1)² + (order + 1) of block.scratch_numbers.
std::string cuda_split_source(const StepShape& shape);

}  // namespace diagc::integrate
