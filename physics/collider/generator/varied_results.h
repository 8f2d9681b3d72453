// Cross sections of variations, and what they say together.
#pragma once

#include <vector>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/results/result.h"
#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"

namespace diagc::collider {

/// Envelope of scales. Of densities, σ_k with member k, σ_0 with the first one (J. Butterworth et al., J. Phys. G 43, 023001 (2016)):
///   hessian      plus² = Σ max(σ_2i−1 − σ_0, σ_2i − σ_0, 0)², minus² alike, pairs i
///   symmhessian  plus² = minus² = Σ (σ_k − σ_0)²
///   replicas     mean and standard deviation of σ_k, k ≥ 1
/// where all members are there and the set says which; else their envelope.
std::vector<UncertaintyResult> uncertainties(const std::vector<VariationResult>& variations,
                                             double cross_section, const DensitySet& set);

/// Of cross section and histograms. All ranks call it; `to` has its own ones.
void add_variations(const Process& process, const std::vector<runs::Channel>& channels,
                    const std::vector<EventPopulation*>& populations, runs::Ranks& ranks,
                    Result& to);

}  // namespace diagc::collider
