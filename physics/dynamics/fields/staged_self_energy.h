// Σ on the rows of a panel, of a theory with products along the contour.
#pragma once

#include "physics/dynamics/fields/stage_rows.h"
#include "physics/dynamics/ranks/point_share.h"

namespace diagc::dynamics {

/// As self_energy_rows(), with `share` of the points of one of several ranks. `panel` holds L and D there; the rows of fields that are
/// stored are put into its `fields`.
void staged_self_energy(const Model& model, const StagedTheory& theory, const TwoTime& past,
                        double length, std::span<const double> times, PanelRows& panel,
                        PanelRows& self_energy, unsigned threads,
                        const PointShare* share = nullptr);

}  // namespace diagc::dynamics
