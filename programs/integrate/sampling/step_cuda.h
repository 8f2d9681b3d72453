// The Markov step as CUDA source: one thread is one walker, and one kernel makes all steps of a stretch.
#pragma once

#include <cstdint>
#include <string>

#include "programs/integrate/sampling/step_memory.h"
#include "programs/integrate/sampling/step_text.h"

namespace diagc::integrate {

/// The one parameter of every kernel. Blocks of 128 threads are blocks of walkers; all rows hold the walkers of all blocks of a card,
/// StepBlock::walkers in number. Pointers are the card's.
template <class T>
struct StepLaunch {
  StepPointers<T> tables;
  StepBlock<T> block;
  const std::uint32_t* block_numbers;  ///< [block]
  StepSums* walker_sums;               ///< [walker], of this launch
  StepSums* sums;                      ///< [block]
  std::uint64_t first, steps;
};

/// Kernels step_start (at step `first`), step_refresh, step_walk, and step_sum, which puts the sums of walkers together in their order.
/// `kernel_source` is that of a kernel for cards with schedule straight, `symbol` its kernel_symbol(). The graph stands inside
/// of the step and reads the walkers' rows in place.
std::string cuda_step_source(const std::string& kernel_source, const std::string& symbol,
                             const StepShape& shape);

}  // namespace diagc::integrate
