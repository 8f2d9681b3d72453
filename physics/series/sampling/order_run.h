// One order of a run: a channel of the sampler, and the coefficient that it gives.
#pragma once

#include <cstdint>

#include "physics/series/results/result.h"
#include "physics/series/sampling/order_population.h"
#include "runs/population/channel.h"

namespace diagc::series {

struct OrderRun {
  std::uint32_t order = 1;  ///< of the coefficient in U
  std::uint32_t m = 1;      ///< vertices that are integrated
  double scale = 1;         ///< value = scale · λ · ρ
  runs::Channel* channel = nullptr;
  OrderPopulation* population = nullptr;  ///< the channel's

  double value_scale() const { return scale * population->plan().normalisation; }
};

OrderResult result_of(const OrderRun& run);

}  // namespace diagc::series
