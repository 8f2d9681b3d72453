#include "physics/lattice/fermi.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace diagc::lattice {

double occupation(double beta, double xi) {
  const double decay = std::exp(-beta * std::abs(xi));
  return xi > 0 ? decay / (1 + decay) : 1 / (1 + decay);
}

double occupation_slope(double beta, double xi) {
  const double decay = std::exp(-beta * std::abs(xi));
  return beta * decay / ((1 + decay) * (1 + decay));
}

double evolution(double beta, double xi, double tau) {
  const double decay = std::exp(-beta * std::abs(xi));
  return std::exp(xi > 0 ? -xi * tau : xi * (beta - tau)) / (1 + decay);
}

double evolution_slope(double beta, double xi, double tau) {
  // Below the Fermi level f is close to 1, and τ − β f is written with 1 − f.
  const double log_slope =
      xi > 0 ? tau - beta * occupation(beta, xi) : tau - beta + beta * occupation(beta, -xi);
  return evolution(beta, xi, tau) * log_slope;
}

double evolution_heat(double beta, double energy, double mu, double tau) {
  const double xi = energy - mu;
  return evolution(beta, xi, tau) / 2 - energy * evolution_slope(beta, xi, tau);
}

double evolution_difference(double beta, double xi, double eta, double tau) {
  if (beta * std::abs(xi - eta) > 0.5)
    return (evolution(beta, xi, tau) - evolution(beta, eta, tau)) / (xi - eta);
  if (xi == eta) return -evolution_slope(beta, xi, tau);
  // The mean of the derivative between them; the nearest poles are π/β away.
  return boost::math::quadrature::gauss<double, 10>::integrate(
      [&](double x) { return -evolution_slope(beta, eta + x * (xi - eta), tau); }, 0.0, 1.0);
}

}  // namespace diagc::lattice
