// Factors of hadronic cross sections: σ [pb] = ⟨weight · x1 f(x1) · x2 f(x2) · |M|²⟩ over events, |M|² summed over final and averaged over
// initial colours and helicities.
//
//   dσ = f(x1) f(x2) dx1 dx2 / (2 ŝ) · |M|² · (2π)^(4 − 3m) δ⁴(p1 + p2 − Σ k) Π d³k_i / 2E_i,   m jets, ŝ = x1 x2 s
// (Particle Data Group, review "Kinematics"). An event's weight is all of this without f and |M|², over the density with which it was drawn,
// and over x1 x2.
#pragma once

#include <cmath>
#include <numbers>

namespace diagc::collider {

/// pb GeV²: (ħc)² (CODATA 2018).
inline constexpr double picobarn = 0.3893793721e9;

inline constexpr unsigned least_jets = 2, most_jets = 10;

constexpr double power(double x, int n) {
  return n < 0 ? 1 / power(x, -n) : n == 0 ? 1 : x * power(x, n - 1);
}
constexpr double factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// (2π)^(4 − 3m): what phase space is divided by.
constexpr double phase_space_norm(unsigned m) {
  return power(2 * std::numbers::pi, 4 - 3 * static_cast<int>(m));
}
/// Volume of phase space of m ≥ 2 massless momenta over ŝ^(m − 2): (2π)^(4−3m) (π/2)^(m−1) / ((m−1)! (m−2)!) (Kleiss, Stirling, Ellis 1986).
constexpr double flat_volume(unsigned m) {
  return phase_space_norm(m) * power(std::numbers::pi / 2, static_cast<int>(m) - 1) /
         (factorial(m - 1) * factorial(m - 2));
}
/// In pT, y and φ: Π d³k / 2E = Π ½ d²pT dy, and δ(E) δ(p_z) dx1 dx2 = 2/s. That with the flux, times ŝ x1 x2 s, in pb:
/// 2^−m (2π)^(4−3m) (ħc)².
constexpr double transverse_volume(unsigned m) {
  return power(0.5, static_cast<int>(m)) * phase_space_norm(m) * picobarn;
}

/// Of gluons: |M|² of one colour ordering drawn from all (n − 1)!, with one random real transverse polarisation of each:
///   ⟨|M|²⟩ = (4π α_s)^(n−2) · gluon_factor(n) · Σ_orderings ⟨m²⟩,  m of gluon_current,
/// gluon_factor = N^(n−2) (N² − 1) 2^−(n−2) · 2ⁿ / (4 (N² − 1)²), N = 3; exact in colour for n = 4, 5, leading beyond. The last factor averages
/// over incoming helicities and colours.
constexpr double gluon_factor(unsigned n) {
  return power(3, static_cast<int>(n) - 2) * 8 * 4 / 256;
}
/// The same of a quark line, without averages over incoming partons, which channels have, for a random real polarisation of each gluon:
/// N^(n−3) (N² − 1) 2^−(n−2) · 2^(n−1), to leading order in 1/N² (Mangano and Parke, Phys. Rept. 200, 301, 1991).
constexpr double line_factor(unsigned n) { return power(3, static_cast<int>(n) - 3) * 8 * 2; }

}  // namespace diagc::collider
