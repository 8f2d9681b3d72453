// Pictures of histograms.
#pragma once

#include <vector>

#include "physics/collider/results/result.h"
#include "runs/report/plot.h"

namespace diagc::collider {

/// For each histogram dσ/dx with its errors, and below it the errors alone, relative to the value.
std::vector<runs::plot::Plot> figure(const Result& result);

}  // namespace diagc::collider
