#include "programs/integrate/sampling/allocation.h"

#include <algorithm>
#include <cmath>

namespace diagc::integrate {

std::vector<std::uint64_t> share_round(std::span<const OrderNeed> orders, double round_cost) {
  constexpr double even_part = 0.1;
  const auto count = static_cast<double>(orders.size());
  bool known = false;
  for (const OrderNeed& need : orders) known = known || need.deviation > 0;

  // What each order lacks of its share of all that is done when the round is over.
  double total = round_cost, rates = 0;
  for (const OrderNeed& need : orders) {
    total += need.cost * static_cast<double>(need.done);
    rates += known ? need.deviation * std::sqrt(need.cost) : 1 / count;
  }
  std::vector<double> lacking;
  double all_lacking = 0;
  for (const OrderNeed& need : orders) {
    const double share = (known ? need.deviation * std::sqrt(need.cost) : 1 / count) / rates;
    lacking.push_back(std::max(0.0, share * total - need.cost * static_cast<double>(need.done)));
    all_lacking += lacking.back();
  }
  std::vector<std::uint64_t> stretches;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const double directed = all_lacking > 0 ? lacking[i] / all_lacking : 1 / count;
    const double cost = round_cost * ((1 - even_part) * directed + even_part / count);
    stretches.push_back(std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::llround(cost / orders[i].cost))));
  }
  return stretches;
}

double round_cost(double done_cost) { return std::clamp(done_cost / 50, 0.05, 20.0); }

}  // namespace diagc::integrate
