// Straight code dealt out among the warps of a block: each has a part of the statements, all go together from barrier to barrier, and what
// one computes for another goes through shared memory (bulk-synchronous parallel: L. G. Valiant, Commun. ACM 33 (8), 103 (1990)).
//
// What a graph needs that is too large for one thread is registers, slots of shared memory, and instructions that arrive in time; several
// warps have as many times more of the first, and each fetches its own part of the code.
#pragma once

#include "compiler/schedule/placement.h"

namespace diagc {

struct SuperstepOptions {
  unsigned warps = 0;           ///< that share the statements
  std::uint64_t registers = 0;  ///< of 32 bits of a thread, that hold values
  std::uint64_t real_words = 1;
  std::uint32_t slots = 0;  ///< real numbers of a configuration in shared memory at most
  std::uint32_t ahead = 16;
  std::uint64_t operations = 80;  ///< of a warp in a superstep, about
};

/// What one warp does: its statements, and what it moves between them. Transfers hold the barriers, too.
struct WarpPart {
  Chunk chunk;
  Placement placement;
};

struct Supersteps {
  std::vector<WarpPart> parts;
  std::uint32_t count = 0;  ///< of supersteps; one barrier less
  /// Slots, and rows, that hold values for other warps; those of each warp alone come behind them.
  std::uint32_t exchange_slots = 0, exchange_rows = 0;
  std::uint32_t slots = 0;                      ///< of all
  std::uint32_t rows = 0;                       ///< of the workspace, of all warps
  std::uint64_t stores = 0, loads = 0;          ///< of exchanged numbers in slots, in the text
  std::uint64_t row_stores = 0, row_loads = 0;  ///< of exchanged numbers in rows
  std::uint64_t operations = 0;  ///< of the slowest warp of every superstep, added up
};

/// Of a schedule of one chunk with real values.
Supersteps make_supersteps(const Graph& graph, const Schedule& schedule,
                           const SuperstepOptions& options);

}  // namespace diagc
