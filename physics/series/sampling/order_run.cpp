#include "physics/series/sampling/order_run.h"

#include <cmath>

namespace diagc::integrate {

std::vector<std::uint8_t> move_cycle(std::uint32_t order, bool roots, bool redraw) {
  std::vector<std::uint8_t> moves;
  // With one vertex and nothing else to draw, drawing it is drawing all.
  if (redraw && (order > 1 || roots)) moves.push_back(move_number(Move::redraw, order, 0));
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t v = 1; v <= order; ++v) moves.push_back(move_number(Move::draw, order, v));
    if (roots) moves.push_back(move_number(Move::root, order, 0));
    for (std::uint32_t v = 1; v <= order; ++v) moves.push_back(move_number(Move::shift, order, v));
  }
  return moves;
}

std::uint32_t stretch_of(const std::vector<std::uint8_t>& moves, std::uint32_t least_steps) {
  const auto cycle = static_cast<std::uint32_t>(moves.size());
  return (least_steps + cycle - 1) / cycle * cycle;
}

OrderResult result_of(const OrderRun& run) {
  const Estimate& estimate = run.estimate;
  const double scale = run.value_scale();
  return {.order = static_cast<int>(run.order),
          .value = scale * estimate.ratio,
          .error = std::abs(scale) * estimate.error,
          .mean_sign = estimate.mean_sign,
          .acceptance = estimate.acceptance,
          .autocorrelation = estimate.autocorrelation,
          .effective_samples = estimate.effective_samples,
          .steps = estimate.steps,
          .trustworthy = estimate.warning.empty(),
          .warning = estimate.warning};
}

}  // namespace diagc::integrate
