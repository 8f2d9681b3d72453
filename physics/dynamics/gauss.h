#pragma once

#include <cstddef>
#include <vector>

namespace diagc::dynamics {

/// Gauss–Legendre quadrature on [0, 1].
struct GaussRule {
  std::vector<double> nodes, weights;
};

GaussRule gauss_rule(std::size_t order);

}  // namespace diagc::dynamics
