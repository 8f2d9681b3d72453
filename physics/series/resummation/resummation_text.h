// Resummed series as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "physics/series/resummation/resummation.h"

namespace diagc::series {

/// One row a coupling: chemical potential where it depends on U, the two last partial sums, Padé and Dlog-Padé of highest order, and all of
/// them taken together. `*` marks what cannot be relied on, `!` what rests on error bars that are not to be trusted; the reasons stand below.
std::string resummation_table(const Result& result, const Resummation& resummation);

/// One row a point of a scan, at the coupling with this place in the resummations: chemical potential, filling, total density.
std::string scan_table(const std::vector<Result>& results,
                       const std::vector<Resummation>& resummations, std::size_t coupling);

/// Everything; its schema is in docs/integrate.md.
std::string resummation_json(const std::vector<Result>& results,
                             const std::vector<Resummation>& resummations);

/// The chemical potential that the coefficients belong to at a coupling.
double chemical_potential(const ModelParameters& model, double coupling);

}  // namespace diagc::series
