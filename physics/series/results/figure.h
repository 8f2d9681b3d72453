// Pictures of results.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/series/resummation/resummation.h"
#include "runs/report/plot.h"

namespace diagc::series {

/// Results with their series summed twice: at the given couplings, and at closely spaced ones for smooth curves.
struct Figure {
  const std::vector<Result>& results;
  const std::vector<Resummation>& sums;
  const std::vector<Resummation>& fine;  ///< may be empty: then curves join the couplings
  std::size_t coupling = 0;              ///< index of the coupling at which a scan is shown
};

/// The coefficients with error bars, and partial sums, Padé and Dlog-Padé with their bands against U, with the values of all together. Of a scan, the
/// observable against the chemical potential (or β) at one coupling, and the coefficients of all points. Open markers are values that
/// are not reliable or rest on error bars that are not to be trusted.
std::vector<runs::plot::Plot> figure(const Figure& figure);

/// Couplings for `fine`: 201 equally spaced ones from 0, or from the smallest of several, to the furthest, and the given ones.
std::vector<double> fine_couplings(const std::vector<double>& couplings);

}  // namespace diagc::series
