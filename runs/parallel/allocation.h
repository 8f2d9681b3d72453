// How much of the work goes to which order: decided at the ends of rounds from what was measured so far and from costs
// that are known beforehand, never from a clock, so that a run repeats to the last bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace diagc::integrate {

/// Seconds of one core for a step of a walker. The unit does not matter for how work is shared, only the ratios.
struct CostModel {
  double step = 12e-9;
  double pair = 2e-9;         ///< a pair of propagators that a step looks up
  double operation = 12e-12;  ///< of the graph
  double large =
      1;  ///< times that, for graphs of more operations than registers can hold the values of

  double operator()(std::uint32_t order, std::uint64_t flops) const {
    constexpr std::uint64_t most_in_registers = 15000;
    return step + pair * order +
           operation * (flops > most_in_registers ? large : 1) * static_cast<double>(flops);
  }
};

/// Seconds of a device, for a step of one of the many walkers that fill it: within 15 % of what an H200 takes at orders 4 … 8 (66, 99, 203, 482 ps, and
/// 2.2 ns with a cooperative kernel) in single precision.
constexpr CostModel gpu_costs{.step = 25e-12, .pair = 6e-12, .operation = 3e-14, .large = 2};

struct OrderNeed {
  double cost = 1;         ///< of a stretch of all walkers
  double deviation = 0;    ///< weight · error · √(stretches done)
  std::uint64_t done = 0;  ///< stretches; 0: the deviation is not known yet
  bool trusted = true;     ///< whether the error bar is
};

/// Stretches that each order gets in a round of about this cost, at least one. Over the whole run, stretches follow deviation / √cost,
/// which makes the sum of squared weighted errors the least for the cost; a tenth of the round is shared out
/// evenly by cost, so that no order is given up on an early, wrong error. An order that asks for less than 1e-4 of the cost, and whose
/// error is trusted, takes no part: it gets a stretch while it has had less than 1e-3 of all cost, else none.
std::vector<std::uint64_t> share_round(std::span<const OrderNeed> orders, double round_cost);

/// Cost of a round when so much was done: 1/50 of that, within [0.05, 20] core seconds.
double round_cost(double done_cost);

}  // namespace diagc::integrate
