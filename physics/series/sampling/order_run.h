// One order of a run: a channel of the sampler, and the coefficient that it gives.
#pragma once

#include <cstdint>

#include "physics/series/results/result.h"
#include "physics/series/sampling/sampled_order.h"
#include "runs/population/channel.h"

namespace diagc::series {

struct OrderRun {
  std::uint32_t order = 1;  ///< of the coefficient in U
  std::uint32_t m = 1;      ///< vertices that are integrated
  double scale = 1;         ///< value = scale · unit of the population · ρ
  runs::Channel* channel = nullptr;
  SampledOrder* population = nullptr;  ///< the channel's

  double value_scale() const { return scale * population->unit(); }
};

OrderResult result_of(const OrderRun& run);
/// The same of something else that the population measures.
OrderResult result_of(const OrderRun& run, const runs::Estimate& estimate);

}  // namespace diagc::series
