#include "physics/lattice/spectrum.h"

#include "physics/lattice/fermi.h"

namespace diagc::lattice {

void Spectrum::propagators(double beta, double mu, double tau, std::span<double> rows) {
  function_of_h([=](double energy) { return -evolution(beta, energy - mu, tau); }, rows);
}

void Spectrum::derivatives(double beta, double mu, double tau, std::span<double> rows) {
  function_of_h([=](double energy) { return -evolution_slope(beta, energy - mu, tau); }, rows);
}

void Spectrum::heat_derivatives(double beta, double mu, double tau, std::span<double> rows) {
  function_of_h([=](double energy) { return -evolution_heat(beta, energy, mu, tau); }, rows);
}

void Spectrum::staggered_derivatives(double beta, double mu, double tau, std::span<double> rows) {
  staggered_derivative_of_function(
      [=](double energy, double other) {
        return evolution_difference(beta, energy - mu, other - mu, tau);
      },
      rows);
}

}  // namespace diagc::lattice
