// What a rank keeps of the start.
#pragma once

#include <memory>
#include <span>

#include "physics/dynamics/ranks/point_share.h"
#include "physics/dynamics/two_time.h"

namespace diagc::dynamics {

/// Of rows of all points those of the rank's points.
BlockRows rows_of_own_points(const PointShare& share, const BlockRows& all);

/// Of the imaginary branch of all points that of the rank's points; null where there is none.
std::shared_ptr<const ImaginaryBranch> branch_of_own_points(const PointShare& share,
                                                            const ImaginaryBranch* branch);

/// Of ρ, [k][a][b], and the imaginary branch of all points, where there is one, those of the rank's points.
TwoTime past_of_own_points(const PointShare& share, std::size_t bands, Collocation collocation,
                           std::span<const Complex> rho,
                           const std::shared_ptr<const ImaginaryBranch>& branch = nullptr);

}  // namespace diagc::dynamics
