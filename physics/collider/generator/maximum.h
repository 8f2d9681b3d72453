// The weight that events are unweighted by.
#pragma once

#include <vector>

namespace diagc::collider {

/// The least of these weights such that those above it have at most the part `overflow` of the sum of all; 0 where none is positive.
double maximum_weight(std::vector<double> weights, double overflow);

}  // namespace diagc::collider
