// What G at pairs of times says of energies: spectral functions and photoemission.
#pragma once

#include <vector>

#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// A(k, ω) at time t, from G at t and earlier:
///
///   A = −(1/π) Im ∫_0^t dt' exp(iω(t − t')) tr G^R(t, t'),      ∫ dω A = number of bands,
///
/// [k][ω]. The integrals over polynomials of panels times exp are taken by Gauss quadrature to the last digits. Throws std::runtime_error where t was not
/// propagated.
std::vector<double> spectral_function(const TwoTime& past, double time,
                                      const std::vector<double>& frequencies, unsigned threads);

/// Photoemission by a probe S(t') = exp(−(t' − t)² / (2 σ²)) around t:
///
///   I(k, ω) = 1 / (2 π^{3/2} σ) ∫∫ dt' dt'' S(t') S(t'') exp(iω(t' − t'')) tr [−i G<(t', t'')] ≥ 0,
///
/// [k][ω]; ∫ dω I is the occupation of k around t. −iG< as a matrix of all nodes has no negative eigenvalue, nor has this then.
std::vector<double> photoemission(const TwoTime& past, double time, double probe,
                                  const std::vector<double>& frequencies, unsigned threads);

}  // namespace diagc::dynamics
