// What happens before samples from trees count: finds the distributions of links for every order, chooses between independent samples and
// Markov chains, then freezes all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/sampling/sampling_kind.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"

namespace diagc::series {

/// Of one order.
struct TreeRun {
  std::uint32_t m = 1;  ///< vertices that are integrated
  bool alike = true;    ///< vertex 0 is like the others
  runs::Channel* channel = nullptr;
  TreePopulation* population = nullptr;  ///< the channel's
  bool compares_chains = true;           ///< `automatic` chooses; else it takes independent samples
};

struct TreeWarmUp {
  /// Of tree, independent and automatic: automatic tries chains where samples have heavy tails, and takes what has the smaller variance.
  Sampling sampling = Sampling::automatic;
  Draws draws = Draws::automatic;  ///< of independent samples
  std::uint32_t steps = 64;        ///< of every member whose samples are counted
  runs::Workers workers = {};
  runs::Ranks& ranks;
  std::function<void(double fraction)> progress = {};  ///< the part of the warm-up that is done
};

/// Whether independent samples of so many integrated vertices are drawn by points of Sobol's sequence, where they can be.
bool takes_sobol(Draws draws, std::uint32_t m);

/// Sets plans of the populations and first_step of the channels. False: a stop was requested.
bool warm_up(const std::vector<TreeRun>& orders, const lattice::Model& model,
             const LinkClasses& classes, const TreeWarmUp& options);

}  // namespace diagc::series
