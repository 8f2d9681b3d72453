#include "physics/lattice/fermi.h"

#include <cmath>

namespace diagc::integrate {

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

}  // namespace diagc::integrate
