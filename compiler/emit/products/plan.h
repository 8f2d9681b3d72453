// Where everything stands in a kernel that computes products of tiles: shared memory, and the words that it reads.
//
// A block computes `lanes` configurations; 32 / lanes panels stand side by side in a warp. Shared memory of a block, in bytes:
//
//   tiles       [row][lane]      rows as in ProductRounds, those of zeros first
//   parameters  [number]         what depends on params alone, after a 0
//   arrivals    [warp], then one used where the kernel is run on a CPU
//   words       the lists, where there is room for them: each word is read by a warp that waits for it
//
// All words of the kernel are in one table: for each warp where its list begins, counted from the first list; the lists; then loads, two
// words each, the row of the workspace (`nothing`: 0) and the row of shared memory. A list is tasks and barriers, after the last one `end`.
//
//   barrier | end
//   task:   template (8 bits), places of a panel (8 bits) and places that are taken; steps of each kind, two a word, then for every
//           place: row of the output tile, rows of the other tiles, bytes of the parameters (the place is the fastest index), then the
//           pairs, kind by kind, likewise: row of the first tile and, in the upper half of the word, of the second
#pragma once

#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/product_rounds.h"

namespace diagc {

struct ProductPlan {
  static constexpr std::uint32_t barrier = 0xff, end = 0xfe, nothing = ~0U;

  unsigned lanes = 0, sides = 0, warps = 0, blocks = 0;
  ProductTemplates templates;
  ProductRounds rounds;
  std::vector<NodeId> parameters;  ///< behind the 0
  std::vector<std::uint32_t> words;
  std::uint32_t lists_at = 0, loads = 0, loads_at = 0;
  std::uint32_t row_bytes = 0, parameters_at = 0, arrivals_at = 0, shared_bytes = 0;
  std::optional<std::uint32_t> words_at;  ///< in shared memory
  double cycles = 0;                      ///< of a block, one after the other
  double busy_cycles = 0;    ///< of a multiprocessor for a block, where others fill its waits
  std::size_t products = 0;  ///< of all pairs, for one configuration

  std::uint32_t threads() const { return warps * 32; }
};

/// Throws std::runtime_error where tiles do not fit the device's shared memory, or values are complex.
ProductPlan plan_products(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

}  // namespace diagc
