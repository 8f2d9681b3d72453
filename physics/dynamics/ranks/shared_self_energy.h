// Σ of points that are shared among ranks: each takes some columns of blocks at all points. New rows go there and Σ comes back, once a sweep each.
#pragma once

#include <span>

#include "physics/dynamics/model.h"
#include "physics/dynamics/ranks/point_share.h"
#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// As self_energy_rows(), of the rank's points, with the same bits; the model's interaction is that of all points.
void shared_self_energy_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                             const PanelRows& panel, PanelRows& self_energy, unsigned threads,
                             const PointShare& share);

}  // namespace diagc::dynamics
