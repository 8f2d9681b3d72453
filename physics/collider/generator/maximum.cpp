#include "physics/collider/generator/maximum.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace diagc::collider {

double maximum_weight(std::vector<double> weights, double overflow) {
  std::ranges::sort(weights, std::greater());
  const double allowed = overflow * std::accumulate(weights.rbegin(), weights.rend(), 0.0);
  double above = 0;
  for (const double weight : weights) {
    above += weight;
    if (above > allowed) return std::max(weight, 0.0);
  }
  return 0;
}

}  // namespace diagc::collider
