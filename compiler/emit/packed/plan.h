// Where everything stands in the packed form of `cooperative`: shared memory, and the records that warps read.
//
// Shared memory of a block, in bytes:
//
//   values     [slot][lane]            the slots of PackedSlot, then those of numbers
//   pages      [warp][2][page]         records at hand and the next ones
//   arrivals   [warp], and one of the block; used where the kernel is run on a CPU
//
// A warp's records (emit/packed/records.h) are pages of whole tasks. With fewer than 32 lanes a warp does several tasks of one shape side by
// side, and all of its records are [word][side].
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/packed/records.h"
#include "compiler/emit/packed/rounds.h"

namespace diagc {

struct PackedPlan {
  unsigned lanes = 0, warps = 0, blocks = 0;
  std::uint32_t slot_bytes = 0, page_bytes = 0;  ///< a page with all sides
  std::uint32_t pages_at = 0, arrivals_at = 0, shared_bytes = 0;
  std::uint32_t uniform_rows = 0, rows = 0;  ///< of the workspace: uniform values first
  std::vector<std::uint32_t> records;        ///< every warp's first quad, then the pages
  std::size_t rounds = 0, tasks = 0, stars = 0, pairs = 0;  ///< pairs: without those in stars
  std::uint64_t fetches = 0, stores = 0;                    ///< rows
  double cycles = 0;  ///< of a block, beside the others of its multiprocessor

  unsigned side_by_side() const { return 32 / lanes; }
  /// Cycles of a multiprocessor for one configuration.
  double cycles_each() const { return cycles / blocks / lanes; }
};

/// Plans of all forms that agree with the options of `options.form`, a PackedOptions, that are not 0 and that fit the device's shared
/// memory, the one with the fewest cycles for a configuration first. Throws std::runtime_error where none fits.
std::vector<PackedPlan> packed_plans(const Graph& graph, const Schedule& whole,
                                     const EdgeTables& tables, const CudaOptions& options,
                                     const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
