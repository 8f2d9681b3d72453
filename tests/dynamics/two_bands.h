#pragma once

// The two bands that the tests propagate: ε_c = 1/2 + Σ_d (1 − cos k_d) / 2d = −ε_v over d dimensions, valence band filled, a kick of angle 0.4 at 0.5.

#include "physics/dynamics/grid.h"
#include "physics/dynamics/propagate.h"
#include "physics/dynamics/two_band_second_born.h"

namespace diagc::dynamics {

inline Model two_bands(const std::vector<std::size_t>& grid, double vertex,
                       Approximation approximation = Approximation::second_born) {
  std::vector<int> home(grid.size());
  std::vector<Hop> hops = {{home, 1, 1, 1.0}, {home, 0, 0, -1.0}};
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    std::vector<int> step = home;
    step[axis] = 1;
    const double value = 0.25 / static_cast<double>(grid.size());
    hops.push_back({step, 1, 1, -value});
    hops.push_back({step, 0, 0, value});
  }
  Model model;
  model.grid = grid;
  model.bands = 2;
  model.h = bands_from_hopping(grid, 2, hops);
  model.interaction = std::make_shared<TwoBand>(grid, approximation);
  model.vertex = [vertex](double) { return vertex; };
  return model;
}

inline std::vector<Complex> filled_valence(const Model& model) {
  return filled(model.points(), 2, {0});
}

inline Propagation kicked(double end, double tolerance = 1e-10) {
  Propagation propagation;
  propagation.end = end;
  propagation.tolerance = tolerance;
  propagation.kicks = {{0.5, kick_between(2, 0, 1, 0.4)}};
  return propagation;
}

}  // namespace diagc::dynamics
