// The interaction's energy at equal times, ½ Im tr I_L(t, t), with the panel's own part of the integrals to the order of G.
//
// Integrals within a panel take Σ^D L and Σ< D as polynomials through their values at the nodes. Their frequencies are the sums of those of Σ and
// G, so that such a polynomial of degree p − 1 is worse than those of Σ and of G, by tens of tolerances at inner nodes. At equal times, where it has no
// integral over t after it, the product of both polynomials is integrated in place: Σ_mn ∫_0^{c_l} ℓ_m ℓ_n dc Σ^D(l, m) L(n, l). Sweeps leave it
// out: with values at m and n apart the number of particles would not be conserved to the last digit.
#pragma once

#include <vector>

#include "physics/dynamics/panel.h"

namespace diagc::dynamics {

/// ∫_0^{c_l} ℓ_m ℓ_n dc, less A_lm where m = n: [l][m][n].
std::vector<double> product_integrals(const Collocation& collocation);

/// What ½ Im tr I_L of every point that is here is more by that, [k][node]. Nothing where there is no self-energy.
std::vector<double> energy_within_panel(std::size_t bands, const Collocation& collocation,
                                        double length, const Panel& panel);

}  // namespace diagc::dynamics
