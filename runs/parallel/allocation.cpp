#include "runs/parallel/allocation.h"

#include <algorithm>
#include <cmath>

namespace diagc::runs {

std::vector<std::uint64_t> share_round(std::span<const ChannelNeed> channels, double round_cost) {
  constexpr double even_part = 0.1;
  constexpr double negligible = 1e-4;  // of what all channels ask for
  constexpr double kept_up = 1e-3;     // of all cost, for a channel that is negligible

  double total = round_cost, rates = 0;
  for (const ChannelNeed& need : channels) {
    total += need.cost * static_cast<double>(need.done);
    rates += need.deviation * std::sqrt(need.cost);
  }
  const double alike = 1 / static_cast<double>(channels.size());
  const auto share_of = [&](const ChannelNeed& need) {
    return rates > 0 ? need.deviation * std::sqrt(need.cost) / rates : alike;
  };
  const auto idles = [&](const ChannelNeed& need) {
    return need.done > 0 && need.trusted && share_of(need) < negligible;
  };

  // What each channel lacks of its share of all that is done when the round is over.
  std::vector<double> lacking;
  double all_lacking = 0, active = 0;
  for (const ChannelNeed& need : channels) {
    const double done = need.cost * static_cast<double>(need.done);
    lacking.push_back(idles(need) ? 0 : std::max(0.0, share_of(need) * total - done));
    all_lacking += lacking.back();
    active += idles(need) ? 0 : 1;
  }
  std::vector<std::uint64_t> stretches;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const ChannelNeed& need = channels[i];
    if (idles(need)) {
      stretches.push_back(need.cost * static_cast<double>(need.done) < kept_up * total ? 1 : 0);
      continue;
    }
    const double directed = all_lacking > 0 ? lacking[i] / all_lacking : 1 / active;
    const double cost = round_cost * ((1 - even_part) * directed + even_part / active);
    const auto whole = static_cast<std::uint64_t>(std::llround(cost / need.cost));
    const bool behind =
        need.done == 0 || need.cost * static_cast<double>(need.done) < even_part / active * total;
    stretches.push_back(whole == 0 && behind ? 1 : whole);
  }
  if (std::ranges::all_of(stretches, [](std::uint64_t count) { return count == 0; }))
    stretches[static_cast<std::size_t>(std::ranges::max_element(lacking) - lacking.begin())] = 1;
  return stretches;
}

double round_cost(double done_cost) { return std::clamp(done_cost / 50, 0.05, 20.0); }

}  // namespace diagc::runs
