// Pictures of results.
#pragma once

#include <string>
#include <vector>

#include "physics/series/resummation/resummation.h"

namespace diagc::integrate {

/// As SVG: the coefficients with error bars, and below partial sums, Padé and Dlog-Padé with their bands against U. Of a scan, the
/// observable against the chemical potential (or β) at the coupling of the given place, and the coefficients of all points.
std::string figure(const std::vector<Result>& results, const std::vector<Resummation>& resummations,
                   std::size_t coupling);

}  // namespace diagc::integrate
