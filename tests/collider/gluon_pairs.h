// gg → gg by quadrature: σ = ∫ d ln τ dY f f σ̂, where the cut on cos θ of the pair's rest frame is known, and the integral over it, too.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "physics/collider/phase_space/formulas.h"

namespace diagc::collider {

struct PairCuts {
  double energy, pt, eta;  // GeV
};

/// x g(x) at the scale of the process.
using GluonDensity = std::function<double(double)>;

/// ∫_0^c of 3 − tu/s² − su/t² − st/u² over cos θ, t, u = −s (1 ∓ cos θ) / 2.
inline double pair_integral(double c) {
  const auto peak = [](double x) { return 2 * (2 / (1 - x) + std::log(1 - x)); };
  return 3 * c - (c - c * c * c / 3) / 4 + peak(c) - peak(-c);
}

/// pb; (9/2) g⁴ (3 − tu/s² − su/t² − st/u²), half of it for equal gluons (B. L. Combridge, J. Kripfganz, J. Ranft, Phys. Lett. B 70, 234 (1977)).
/// Midpoints, `steps` in each direction; the error falls as their square.
inline double pair_cross_section(const GluonDensity& xg, const PairCuts& cuts, double alpha_s,
                                 int steps) {
  const double log_least = std::log(2 * cuts.pt / cuts.energy);  // of √τ
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    // From the threshold on the range of cos θ opens as a root.
    const double u = (i + 0.5) / steps, log_root = log_least * (1 - u * u),
                 root_s_hat = std::exp(log_root) * cuts.energy;
    const double y_of_pt = std::acosh(std::max(1.0, root_s_hat / (2 * cuts.pt))),
                 most = std::min(cuts.eta, -log_root);
    double inner = 0;
    for (int j = 0; j < steps; ++j) {
      const double y = most * (j + 0.5) / steps, half = std::min(cuts.eta - y, y_of_pt);
      inner +=
          xg(std::exp(log_root + y)) * xg(std::exp(log_root - y)) * pair_integral(std::tanh(half));
    }
    // Both signs of Y; d ln τ = 2 d ln √τ.
    sum += 2 * u * inner * 2 * most / steps * 2 / (root_s_hat * root_s_hat);
  }
  const double coupling = 4 * std::numbers::pi * alpha_s;
  // dσ̂ / d cos θ = |M|² / (32 π ŝ), twice from 0 on, and ½.
  return sum / steps * -log_least * 4.5 * coupling * coupling / (32 * std::numbers::pi) * picobarn;
}

}  // namespace diagc::collider
