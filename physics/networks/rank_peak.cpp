#include "physics/networks/rank_peak.h"

#include <algorithm>
#include <vector>

#include "physics/networks/rank_values.h"

namespace diagc::networks {

std::uint64_t processor_rank_peak(const arrays::RankPlan& plan) {
  const RankValues values(plan);
  const auto all = [&](const std::vector<std::uint32_t>& some) {
    std::uint64_t elements = 0;
    for (const std::uint32_t value : some) elements += values.elements(value);
    return elements;
  };
  std::uint64_t live = 0, peak = 0;
  for (std::size_t k = 0; k < values.actions().size(); ++k) {
    // A sum has terms through all of its loops.
    for (const RankLoop& loop : values.loops())
      if (loop.first == k) live += all(loop.sums);
    const RankAction& action = values.actions()[k];
    std::uint64_t made = 0, beside = 0;
    if (action.is_exchange) {
      const arrays::RankExchange& own = plan.exchanges[action.number];
      made = values.elements(own.to);
      beside = 2 * own.piece * own.senders.front().size();
    } else {
      const arrays::PlanStep& own = plan.plan.steps[action.number];
      const std::uint64_t result = values.layout(own.c).elements;
      made = values.sum_of(action.number) == nullptr ? result : 0;
      for (const std::uint32_t operand : {own.a, own.b})
        beside += values.is_tensor(operand) ? values.elements(operand) : 0;
      beside += result;
    }
    peak = std::max(peak, live + beside);
    live += made;
    live -= all(values.ends(k));
    for (const RankLoop& loop : values.loops())
      if (loop.last == k + 1) live -= all(loop.ends);
  }
  return std::max(peak, live);
}

}  // namespace diagc::networks
