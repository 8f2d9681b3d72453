// Points of the Brillouin zone that share their G, since reflections and exchanges of axes leave everything as it is.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/dynamics/model.h"

namespace diagc::dynamics {

struct PointMap {
  std::vector<std::size_t> kept;  ///< points of the grid whose G is propagated
  std::vector<std::size_t>
      place;  ///< of each point of the grid: the place in `kept` of the one that has its G
  std::vector<double> weights;  ///< for how many points each one that is kept stands

  bool all() const { return kept.size() == place.size(); }
};

/// Every point for itself.
PointMap every_point(std::size_t points);

/// Of all products of reflections k_d → −k_d and exchanges of axes of equal extent those count that change no number of any of the arrays, [k][values], by
/// more than 1e-12 of its largest one.
PointMap equivalent_points(const std::vector<std::size_t>& grid,
                           const std::vector<std::span<const Complex>>& arrays);

/// Of the points that are kept, and of all again: `values` numbers each.
std::vector<Complex> picked(const PointMap& map, std::size_t values, std::span<const Complex> from);
std::vector<Complex> spread(const PointMap& map, std::size_t values, std::span<const Complex> from);

/// The model of the points that are kept: the interaction sees all of them, with G of those that stand for them.
Model of_kept_points(const Model& model, const PointMap& map);

}  // namespace diagc::dynamics
