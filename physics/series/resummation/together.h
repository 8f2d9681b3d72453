// One value with an error from all approximants of a series.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "physics/series/resummation/continuations.h"

namespace diagc::series {

struct Together {
  std::vector<SummedValue> at;  ///< [coupling]; NaN where no approximant can be taken
  std::vector<std::string> warnings;
};

/// Takes approximants of the two highest orders, of each those draws that have no pole between 0 and the coupling, where these are at least half of them. The
/// value is the median over approximants, then over draws. The error is √(σ² + τ²): σ is the width of the draws, and
///
///   τ = 0.6 (S + D) / √p
///
/// estimates what higher orders would change, by half the distance S between the lowest and the highest approximant, by the distance D
/// of the value from that of the orders without the highest, and by the fraction p of approximants and draws without a pole.
///
/// A value is not reliable where no approximant can be taken, and where two fifths of all approximants and draws have a pole within 45° of the axis and
/// nearer than 0.7 of the coupling: there the few orders that are known would have to tell what lies behind a singularity.
///
/// `orders` are the three highest, descending, or as many as there are, `approximants` theirs; `first` is the coefficient of order 0.
Together taken_together(const std::vector<Continuations>& approximants, double first,
                        std::span<const int> orders, const std::vector<double>& couplings);

}  // namespace diagc::series
