// Whether a panel's polynomials resolve what is on it.
#pragma once

#include <array>
#include <span>

#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// An estimate of the largest error of values inside of a panel: the size of the first Legendre coefficient that polynomials through T⁺ and the p
/// nodes do not have, as functions of the first time, over all columns of L and D and the density matrix. With e_d, the largest coefficient of
/// degree d, that is e_p · min(1, √(e_p / e_{p−2})).
///
/// `initial` is ρ at T⁺, `rho` [node][k][a][b].
double unresolved_part(const TwoTime& past, const PanelRows& rows, std::span<const Complex> initial,
                       std::span<const Complex> rho);

/// e_p, e_{p−1}, e_{p−2}, and the estimate from them.
std::array<double, 3> largest_coefficients(const TwoTime& past, const PanelRows& rows,
                                           std::span<const Complex> initial,
                                           std::span<const Complex> rho);
double unresolved_from(const std::array<double, 3>& largest);

/// The largest change that another sweep would make, where the last one and the one before changed so much: each sweep divides changes by about as much
/// as the one before it did, of which half is counted on. Without one before (0) that of the last one.
double next_change(double last, double before);

}  // namespace diagc::dynamics
