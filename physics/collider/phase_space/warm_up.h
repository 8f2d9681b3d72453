// Fits sampler "antenna" to an integrand: rounds of events, each drawn as the rounds before have it.
#pragma once

#include <span>
#include <vector>

#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"

namespace diagc::collider {

/// Sums over the events of one round, of several threads or blocks in an order that does not change.
class WarmUpRound {
 public:
  explicit WarmUpRound(std::size_t orderings) : squares_(orderings), counts_(orderings) {}

  /// An event and what it adds to the average, its ordering's inverse share in it; 0 where it fails a cut.
  void add(const AntennaSampler& sampler, unsigned ordering, double value,
           std::span<const double> pt, std::span<const double> y);

  WarmUpRound& operator+=(const WarmUpRound& more);

  /// What the next round draws from: `sampler` as AntennaSampler::fit() has it, and orderings in proportion to the root of the mean square
  /// that they had apart, which makes the variance of the sum smallest. Those that are alike are counted together.
  void fit(AntennaSampler& sampler, OrderingList& orderings) const;

 private:
  AntennaSampler::Marginals marginals_;
  std::vector<double> squares_, counts_;
};

}  // namespace diagc::collider
