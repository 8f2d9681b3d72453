#include "physics/lattice/filling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <boost/math/tools/roots.hpp>

#include "physics/lattice/fermi.h"

namespace diagc::lattice {

double filling_at(std::span<const Level> levels, double beta, double mu) {
  long double sum = 0;
  for (const auto& [energy, share] : levels) sum += share * occupation(beta, energy - mu);
  return static_cast<double>(sum);
}

double filling_slope(std::span<const Level> levels, double beta, double mu) {
  long double sum = 0;
  for (const auto& [energy, share] : levels) sum += share * occupation_slope(beta, energy - mu);
  return static_cast<double>(sum);
}

double energy_at(std::span<const Level> levels, double beta, double mu) {
  long double sum = 0;
  for (const auto& [energy, share] : levels) sum += share * energy * occupation(beta, energy - mu);
  return static_cast<double>(sum);
}

double mu_at(std::span<const Level> levels, double beta, double filling) {
  // Were all levels at one energy ε, the answer would be ε + shift: the lowest and the highest level
  // bracket it.
  const double shift = std::log(filling / (1 - filling)) / beta;
  const auto [lowest, highest] = std::ranges::minmax_element(levels, {}, &Level::energy);
  const double below = lowest->energy + shift, above = highest->energy + shift;
  const double scale = std::max({std::abs(below), std::abs(above), 1 / beta});
  const auto excess = [&](double mu) {
    if (mu <= below) return -1.0;  // whatever rounding makes of it
    return mu >= above ? 1.0 : filling_at(levels, beta, mu) - filling;
  };
  const auto is_close = [&](double from, double to) {
    return to - from <= std::numeric_limits<double>::epsilon() * scale;
  };
  const auto [from, to] = is_close(below, above)
                              ? std::pair(below, above)
                              : boost::math::tools::bisect(excess, below, above, is_close);
  const double mu = from + (to - from) / 2;
  // Half filling of a bipartite lattice: 0, not what rounding leaves of it.
  return std::abs(mu) <= 4 * std::numeric_limits<double>::epsilon() * scale ? 0 : mu;
}

}  // namespace diagc::lattice
