#include "compiler/schedule/spills.h"

#include <algorithm>
#include <unordered_set>

#include "compiler/schedule/register_file.h"

namespace diagc {

Spills spills(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
              std::uint64_t registers, std::uint64_t real_words) {
  const RegisterUse use = register_use(graph, schedule, chunk, registers, real_words);
  Spills spills{.registers = use.registers};
  std::unordered_set<NodeId> stored;
  std::uint64_t stack = 0;
  for (const RegisterEvent& event : use.events) {
    const std::uint64_t words =
        static_cast<std::uint64_t>(rows_of(graph[event.node].type)) * real_words;
    switch (event.what) {
      case RegisterEvent::What::evicted:
        if (!stored.insert(event.node).second) break;
        spills.stores += words;
        stack += words;
        spills.stack = std::max(spills.stack, stack);
        break;
      case RegisterEvent::What::reloaded:
        spills.loads += words;
        break;
      case RegisterEvent::What::end:
        if (stored.erase(event.node) > 0) stack -= words;
        break;
      case RegisterEvent::What::read:
      case RegisterEvent::What::computed:
        break;
    }
  }
  return spills;
}

}  // namespace diagc
