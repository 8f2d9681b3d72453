// The strong coupling α_s(Q).
//
// dα/d ln Q² = −α² (b0 + b1 α),  b0 = (33 − 2 n_f) / 12π,  b1 = (153 − 19 n_f) / 24π²  (MS-bar; Gross and Wilczek, Politzer 1973; Caswell,
// Jones 1974). One loop leaves out b1. The equation of two loops is solved exactly, not expanded in 1 / ln(Q²/Λ²):
//   F(α) = 1/α + (b1/b0) ln(b0 α / (1 + b1 α / b0)),  F(α(Q)) = F(α(Q')) + b0 ln(Q²/Q'²),
// by Newton's iteration. At the masses of quarks n_f changes and α_s is continuous, which is exact to the order of two loops.
#pragma once

#include <memory>

#include "physics/collider/pdf/density.h"

namespace diagc::collider {

class Coupling {
 public:
  virtual ~Coupling() = default;
  /// α_s at Q in GeV. Below the smallest Q that it is given at, its value there.
  virtual double alpha_s(double q) const = 0;
};

/// GeV.
inline constexpr double z_mass = 91.188;

struct RunningOptions {
  double alpha_s_mz = 0.130;
  int loops = 1;  ///< 1 or 2
  double mz = z_mass;
  double charm = 1.3, bottom = 4.5, top = 172.5;  ///< thresholds in GeV
  int most_flavours = 5;                          ///< 3 … 6: thresholds beyond are left out
};

/// Throws std::invalid_argument for options that make no coupling down to 1 GeV.
std::shared_ptr<const Coupling> running_coupling(const RunningOptions& options);

/// That of a grid: cubic Hermite in ln Q² as LHAPDF6 does it, subgrids apart; constant outside.
std::shared_ptr<const Coupling> tabulated_coupling(CouplingTable table);

}  // namespace diagc::collider
