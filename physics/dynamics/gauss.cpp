#include "physics/dynamics/gauss.h"

#include <cmath>
#include <numbers>

namespace diagc::dynamics {

GaussRule gauss_rule(std::size_t order) {
  GaussRule rule{std::vector<double>(order), std::vector<double>(order)};
  const auto n = static_cast<double>(order);
  for (std::size_t i = 0; i < order; ++i) {
    // A zero of the Legendre polynomial by Newton's method.
    double x = -std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double before = 1, value = x;
      for (double degree = 2; degree <= n; ++degree) {
        const double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
        before = value;
        value = next;
      }
      slope = n * (x * value - before) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    rule.nodes[i] = (1 + x) / 2;
    rule.weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace diagc::dynamics
