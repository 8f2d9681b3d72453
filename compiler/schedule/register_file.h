// Which values registers hold at each place of a chunk, by Belady's rule: where a register is wanted, the value whose next use is farthest
// away leaves (L. A. Belady, IBM Systems Journal 5, 78 (1966)).
#pragma once

#include <algorithm>

#include "compiler/schedule/schedule.h"

namespace diagc {

/// What happens to a value. Of each: a read or a computation, evictions and reloads in turn, an end.
struct RegisterEvent {
  enum class What : std::uint8_t {
    read,      ///< an input, or a value of another chunk, is wanted for the first time
    computed,  ///< by its statement
    evicted,   ///< it leaves its registers, and will be wanted again
    reloaded,  ///< it is wanted again
    end,       ///< it was wanted for the last time
  };
  What what;
  NodeId node;
  std::uint32_t step;  ///< at which that happens; outputs are stored after the last one
};

/// Terms of a sum are computed one after the other: each is a step, as is a statement of another kind.
inline std::size_t steps(const Statement& statement) {
  return std::max<std::size_t>(statement.terms.size(), 1);
}

struct RegisterUse {
  std::vector<RegisterEvent> events;  ///< in the order in which they happen
  std::uint64_t registers = 0;        ///< in use at once, at most
};

/// Of a chunk whose statements run in order. Inputs and values of other chunks are values from their first use on. `registers` of 32 bits
/// hold values, of which a real number takes `real_words` (2 in double precision).
RegisterUse register_use(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
                         std::uint64_t registers, std::uint64_t real_words);

}  // namespace diagc
