// A small analytic density, for the demo and for tests: no fit to data, but sum rules hold exactly at every Q.
//
// With s = ln(ln(Q/Λ) / ln(Q0/Λ)), Λ = 0.2 GeV, Q0 = 1.3 GeV, and B Euler's beta function:
//   x u_v = 2 x^a (1 − x)^b / B(a, b + 1),  x d_v = x^a (1 − x)^(b+1) / B(a, b + 2),   a = 0.7 − 0.08 s, b = 3 + 0.8 s
//   x q_sea = w_q M x^−λ (1 − x)^c / B(1 − λ, c + 1),   M = 0.14 + 0.04 s, λ = 0.1 + 0.2 s, c = 7 + s,
//     weights w_q of ū, d̄, s, s̄, c, c̄, b, b̄ (u, d: sea and valence) that sum to 1, c and b growing from 0 at 1.3 and 4.5 GeV
//   x g = G x^−λ (1 − x)^(c_g) / B(1 − λ, c_g + 1),   c_g = 4 + s, G what is left of the momentum.
// So ∫ (u − ū) = 2, ∫ (d − d̄) = 1, and ∫ x (g + Σ q) = 1.
#pragma once

#include "physics/collider/pdf/density.h"

namespace diagc::collider {

class AnalyticDensity final : public PartonDensity {
 public:
  double xf(int flavour, double x, double q) const override;
  DensityRange range() const override {
    return {.x_min = 1e-12, .x_max = 1, .q_min = 1.3, .q_max = 1e5};
  }
};

}  // namespace diagc::collider
