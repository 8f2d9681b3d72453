// Before anything counts: finds the normalisation λ, the distributions of links and the reach of shifts for every order, then
// freezes them and lets the walkers come to equilibrium.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/sampling/order_run.h"
#include "runs/parallel/ranks.h"

namespace diagc::integrate {

struct WarmUp {
  std::uint32_t steps = 1024;  ///< of every walker
  unsigned threads = 1;
  Ranks& ranks;
  std::function<void(double fraction)> progress = {};  ///< of the warm-up that is done
  std::stop_token stop = {};
};

/// Fills plan, stretch and next_step of all orders. False: asked to stop.
bool warm_up(std::vector<OrderRun>& runs, const Model& model, const LinkClasses& classes,
             const WarmUp& options);

}  // namespace diagc::integrate
