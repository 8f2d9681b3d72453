// Where everything stands in the packed form of `cooperative`: shared memory, and the records that warps read.
//
// Shared memory of a block, in bytes:
//
//   values     [slot][lane]            slot 0 holds 1, slot 1 holds −0, slot 2 what nobody reads; then the slots of numbers
//   pages      [warp][2][page]         records at hand and the next ones
//   arrivals   [warp], and one of the block; used where the kernel is run on a CPU
//
// A warp's records are pages of whole tasks. With fewer than 32 lanes a warp does several tasks of one shape side by side, and
// all of its records are [word][side]. A task is a head of 16 bytes and units of 8 bytes, an even number of them:
//
//   head    x: what, quads of units << 8, and marks   y, z, w: see PackedHead
//   unit    two pairs, or a star of a hub and three spokes, as two words: slot of one number | place of another << 14,
//           where a place is a slot times bytes of a slot
//           of fetch and store: slot | source << 14, row
#pragma once

#include "compiler/emit/cuda.h"
#include "compiler/emit/packed_rounds.h"

namespace diagc {

struct PackedHead {
  /// Numbers of `what`; from `operations` on EdgeTables::operations.
  ///   sum         y: slot of the result; units of pairs with a minus, with a plus << 16 in z
  ///   sums        three results: y: slots of two << 14; z: slot of the third | star units minus << 14 | plus << 22;
  ///               w: pair units minus, plus of each, 5 bits each
  ///   fetch, store   y: how many units
  ///   operations  y, z, w: slots of the parts of two operands and the result, imaginary << 14
  static constexpr std::uint32_t nothing = 0, sum = 1, sums = 2, fetch = 3, store = 4,
                                 operations = 5;
  /// Behind the task: a barrier; the page ends; the list ends.
  static constexpr std::uint32_t barrier = 1u << 31, page_end = 1u << 30, list_end = 1u << 29;
  static constexpr std::uint32_t what = 0xff;
  static constexpr std::uint32_t slot_bits = 14, slot = (1u << slot_bits) - 1;
};

/// Where fetch and store find a row that is none of a variable.
struct PackedSource {
  static constexpr std::uint32_t work = 0x3ffff, number = 0x3fffe, nowhere = 0x3fffd;
};

struct PackedPlan {
  static constexpr std::uint32_t one = 0, minus_zero = 1, unread = 2, first_slot = 3;

  unsigned lanes = 0, warps = 0, blocks = 0;
  std::uint32_t slot_bytes = 0, page_bytes = 0;  ///< a page with all sides
  std::uint32_t pages_at = 0, arrivals_at = 0, shared_bytes = 0;
  std::uint32_t uniform_rows = 0, rows = 0;  ///< of the workspace: uniform values first
  std::vector<std::uint32_t> records;        ///< every warp's first quad, then the pages
  std::size_t rounds = 0, tasks = 0, stars = 0, pairs = 0;  ///< pairs: without those in stars
  std::uint64_t fetches = 0, stores = 0;                    ///< rows
  double cycles = 0;  ///< of a block, beside the others of its multiprocessor

  unsigned side_by_side() const { return 32 / lanes; }
  /// Of a multiprocessor, for one configuration.
  double cycles_each() const { return cycles / blocks / lanes; }
};

/// Plans of all forms that have the options of `options.cooperative` which are not 0 and that fit the device's shared memory, the one with the fewest
/// cycles for a configuration first. Throws std::runtime_error where none fits.
std::vector<PackedPlan> packed_plans(const Graph& graph, const Schedule& whole,
                                     const EdgeTables& tables, const CudaOptions& options,
                                     const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
