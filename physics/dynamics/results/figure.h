// Pictures of results.
#pragma once

#include <vector>

#include "physics/dynamics/results/result.h"
#include "runs/report/plot.h"

namespace diagc::dynamics {

/// Of a result at all nodes: densities with the occupations of some k, below them the energy.
std::vector<runs::plot::Plot> figure(const Result& result);

}  // namespace diagc::dynamics
