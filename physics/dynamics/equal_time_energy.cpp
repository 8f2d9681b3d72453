#include "physics/dynamics/equal_time_energy.h"

#include "physics/dynamics/gauss.h"

namespace diagc::dynamics {

std::vector<double> product_integrals(const Collocation& collocation) {
  const std::size_t order = collocation.order;
  const GaussRule rule = gauss_rule(order);
  std::vector<double> result(order * order * order);
  for (std::size_t l = 0; l < order; ++l) {
    const double end = collocation.nodes[l];
    std::vector<double> points;
    for (const double node : rule.nodes) points.push_back(end * node);
    const std::vector<double> values = interpolation(collocation.nodes, points);
    for (std::size_t m = 0; m < order; ++m) {
      for (std::size_t n = 0; n < order; ++n) {
        double& sum = result[(l * order + m) * order + n];
        for (std::size_t i = 0; i < order; ++i)
          sum += end * rule.weights[i] * values[i * order + m] * values[i * order + n];
        if (m == n) sum -= collocation.integral(l, m);
      }
    }
  }
  return result;
}

std::vector<double> energy_within_panel(std::size_t bands, const Collocation& collocation,
                                        double length, const Panel& panel) {
  const std::size_t order = collocation.order;
  const BlockRows& self_lesser = panel.own_self_energy.lesser;
  std::vector<double> energies(self_lesser.points() * order);
  const std::vector<double> integrals = product_integrals(collocation);
  const std::size_t own = panel.rows.lesser.blocks() - 1;
  for (std::size_t k = 0; k < self_lesser.points(); ++k) {
    const Block of_lesser = self_lesser.at(k, 0);
    const Block of_spectral = panel.own_self_energy.spectral.at(k, 0);
    const Block lesser = panel.rows.lesser.at(k, own), spectral = panel.rows.spectral.at(k, own);
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t m = 0; m < order; ++m) {
        for (std::size_t n = 0; n < order; ++n) {
          Complex trace = 0;
          for (std::size_t a = 0; a < bands; ++a) {
            for (std::size_t c = 0; c < bands; ++c) {
              const std::size_t row = l * bands + a, inner = m * bands + c, other = n * bands + c;
              trace += of_spectral.at(row, inner) * lesser.at(other, row) -
                       of_lesser.at(row, inner) * spectral.at(other, row);
            }
          }
          energies[k * order + l] +=
              length / 2 * integrals[(l * order + m) * order + n] * trace.imag();
        }
      }
    }
  }
  return energies;
}

}  // namespace diagc::dynamics
