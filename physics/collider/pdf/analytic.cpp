#include "physics/collider/pdf/analytic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace diagc::collider {

namespace {

double beta(double a, double b) {
  return std::exp(std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b));
}

/// x^a (1 − x)^b with momentum ∫ = 1: of x f.
double unit_momentum(double a, double b, double x) {
  return std::pow(x, a) * std::pow(1 - x, b) / beta(a + 1, b + 1);
}
/// The same with number ∫ x f / x = 1.
double unit_number(double a, double b, double x) {
  return std::pow(x, a) * std::pow(1 - x, b) / beta(a, b + 1);
}
/// Momentum of unit_number.
double momentum(double a, double b) { return a / (a + b + 1); }

/// Of a heavy quark beside a light one.
double heavy(double mass, double q) { return q <= mass ? 0 : 0.7 * (1 - mass / q); }

}  // namespace

double AnalyticDensity::xf(int flavour, double x, double q) const {
  if (flavour < -most_flavour || flavour > most_flavour)
    throw std::invalid_argument("found flavour " + std::to_string(flavour) + ", expected −5 … 5");
  if (x >= 1) return 0;
  const DensityRange valid = range();
  x = std::max(x, valid.x_min);
  q = std::clamp(q, valid.q_min, valid.q_max);
  constexpr double lambda_qcd = 0.2;
  const double s = std::log(std::log(q / lambda_qcd) / std::log(valid.q_min / lambda_qcd));
  const double a = 0.7 - 0.08 * s, b = 3 + 0.8 * s;
  const double sea = 0.14 + 0.04 * s, slope = 0.1 + 0.2 * s, c = 7 + s;
  if (flavour == gluon) {
    const double left = 1 - 2 * momentum(a, b) - momentum(a, b + 1) - sea;
    return left * unit_momentum(-slope, 4 + s, x);
  }
  const double weights[] = {1, 1, 0.6, heavy(1.3, q), heavy(4.5, q)};
  double all = 0;
  for (const double weight : weights) all += 2 * weight;
  const double from_sea = weights[std::abs(flavour) - 1] / all * sea * unit_momentum(-slope, c, x);
  if (flavour == 2) return from_sea + 2 * unit_number(a, b, x);
  if (flavour == 1) return from_sea + unit_number(a, b + 1, x);
  return from_sea;
}

}  // namespace diagc::collider
