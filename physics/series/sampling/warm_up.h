// What happens before anything counts: finds the normalisation λ, the distributions of links and the reach of shifts for every order, then
// freezes them and lets the walkers come to equilibrium.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/sampling/order_population.h"
#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"

namespace diagc::series {

/// Of one order.
struct Chains {
  std::uint32_t m = 1;  ///< vertices that are integrated
  runs::Channel* channel = nullptr;
  OrderPopulation* population = nullptr;  ///< the channel's
};

struct WarmUp {
  std::uint32_t steps = 1024;  ///< of every walker
  runs::Workers workers = {};
  runs::Ranks& ranks;
  std::function<void(double fraction)> progress = {};  ///< the part of the warm-up that is done
};

/// Sets plans of the populations and first_step of the channels. False: a stop was requested.
bool warm_up(const std::vector<Chains>& orders, const lattice::Model& model,
             const LinkClasses& classes, const WarmUp& options);

}  // namespace diagc::series
