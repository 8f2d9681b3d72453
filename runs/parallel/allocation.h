// How much of the work goes to which channel: decided at the ends of rounds from what was measured so far and from costs
// that are known beforehand, never from a clock, so that a run repeats to the last bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace diagc::runs {

struct ChannelNeed {
  double cost = 1;         ///< of a stretch of all members
  double deviation = 0;    ///< weight · error · √(stretches done)
  std::uint64_t done = 0;  ///< stretches; 0: the deviation is not known yet
  bool trusted = true;     ///< whether the error bar is
};

/// Stretches that each channel gets in a round of about this cost; all together at least one. Over the whole run, stretches follow deviation / √cost,
/// which makes the sum of squared weighted errors the least for the cost; a tenth of the round is shared out
/// evenly by cost, so that no channel is given up on an early, wrong error: one that had less than its part of that gets a stretch, however
/// short the round is. A channel that needs less than 1e-4 of the cost, and whose
/// error is trusted, takes no part: it gets a stretch while it has had less than 1e-3 of all cost, else none.
std::vector<std::uint64_t> share_round(std::span<const ChannelNeed> channels, double round_cost);

/// Cost of a round when so much was done: 1/50 of that, within [0.05, 20] core seconds.
double round_cost(double done_cost);

}  // namespace diagc::runs
