// The two bands whose propagation is measured: ε_c = 1/2 + Σ_d (1 − cos k_d) / 2d = −ε_v over d dimensions.
#pragma once

#include "physics/dynamics/model.h"
#include "physics/dynamics/two_band_second_born.h"

namespace diagc::bench {

inline dynamics::Model two_bands(const std::vector<std::size_t>& grid) {
  const std::vector<int> home(grid.size());
  std::vector<dynamics::Hop> hops = {{home, 1, 1, 1.0}, {home, 0, 0, -1.0}};
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    std::vector<int> step = home;
    step[axis] = 1;
    const double value = 0.25 / static_cast<double>(grid.size());
    hops.push_back({step, 1, 1, -value});
    hops.push_back({step, 0, 0, value});
  }
  dynamics::Model model;
  model.grid = grid;
  model.bands = 2;
  model.h = dynamics::bands_from_hopping(grid, 2, hops);
  model.interaction =
      std::make_shared<dynamics::TwoBand>(grid, dynamics::Approximation::second_born);
  model.vertex = [](double) { return 1.0; };
  return model;
}

}  // namespace diagc::bench
