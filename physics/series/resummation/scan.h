// Points of a scan against each other.
#pragma once

#include <vector>

#include "physics/series/resummation/resummation.h"

namespace diagc::series {

/// At one temperature and coupling a density rises with the chemical potential. Where it falls from a reliable value to the next by more than two of their
/// errors, one of the two is wrong, and both are marked as not reliable, with one warning for each point; so on until no density falls. Scans of other
/// observables are left as they are. The resummations are those of the results, at the same couplings.
void mark_falling_densities(const std::vector<Result>& results,
                            std::vector<Resummation>& resummations);

}  // namespace diagc::series
