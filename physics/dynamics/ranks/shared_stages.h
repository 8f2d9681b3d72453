// Stages of a theory with products along the contour, of points that are shared among ranks: what a stage reads goes to whoever takes its columns, what
// it writes comes back, once a stage each. Products, and equations with them, are made of each point alone.
#pragma once

#include <span>

#include "physics/dynamics/fields/stage_rows.h"
#include "physics/dynamics/ranks/point_share.h"

namespace diagc::dynamics {

/// As stage_rows() at all blocks of rows that follow the past, of the rank's points, with the same bits; the theory is that of all points.
void shared_stage_rows(const Model& model, const StagedTheory& theory, std::size_t stage,
                       const TwoTime& past, std::span<const double> times, const StageRows& rows,
                       unsigned threads, const PointShare& share);

}  // namespace diagc::dynamics
