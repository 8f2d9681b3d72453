#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace diagc::lattice {

/// A normalised distribution over 0 … size − 1, ready to be drawn from by Walker's alias method: with u uniform in [0, 1)
/// and v = u · size, i = ⌊v⌋, the result is i if v − i < threshold[i], else alias[i].
struct Distribution {
  std::vector<double> probability;  ///< all > 0 where the weight was
  std::vector<double> threshold;    ///< in [0, 1]
  std::vector<std::uint32_t> alias;

  std::uint32_t size() const { return static_cast<std::uint32_t>(probability.size()); }
};

/// Probabilities in proportion to the weights; throws std::logic_error unless these are finite, not
/// negative, and somewhere positive.
Distribution make_distribution(std::span<const double> weights);

}  // namespace diagc::lattice
