#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace diagc::integrate {

// A normalised distribution over 0 … size − 1, ready for two ways to draw from it with u uniform in
// [0, 1): the smallest i with cumulative[i] > u, by bisection; or Walker's alias method, with
// v = u · size, i = ⌊v⌋: i if v − i < threshold[i], else alias[i].
struct Distribution {
  std::vector<double> probability;  // all > 0 where the weight was
  std::vector<double> cumulative;   // [i]: probability of 0 … i; the last is exactly 1
  std::vector<double> threshold;    // in [0, 1]
  std::vector<std::uint32_t> alias;

  std::uint32_t size() const { return static_cast<std::uint32_t>(probability.size()); }
};

// Probabilities in proportion to the weights; throws std::logic_error unless these are finite, not
// negative, and somewhere positive.
Distribution make_distribution(std::span<const double> weights);

// Draw by bisection; u in [0, 1).
std::uint32_t draw(const Distribution& distribution, double u);

// Draw by the alias method; u in [0, 1).
std::uint32_t draw_alias(const Distribution& distribution, double u);

}  // namespace diagc::integrate
