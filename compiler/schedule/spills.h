// What a kernel keeps in memory because its values do not fit the registers.
#pragma once

#include "compiler/schedule/schedule.h"

namespace diagc {

/// Numbers of 32 bits of one lane.
struct Spills {
  std::uint64_t stores = 0;
  std::uint64_t loads = 0;
  std::uint64_t stack = 0;      ///< kept in memory at once, at most
  std::uint64_t registers = 0;  ///< in use at once, at most
};

/// Of a chunk whose statements run in order, by Belady's rule: where a register is wanted, the value whose next use is
/// farthest away goes to memory, unless it is there already. Inputs and values of other chunks are values from their first
/// use on. `registers` is how many hold values, `real_words` how many a real number takes (2 in double precision).
Spills spills(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
              std::uint64_t registers, std::uint64_t real_words);

}  // namespace diagc
