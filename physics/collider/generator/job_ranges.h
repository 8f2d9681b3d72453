// What a job's cuts and scales leave: where tables begin and end.
#pragma once

#include "physics/collider/job/job.h"
#include "physics/collider/tables.h"

namespace diagc::collider {

/// Least distance of partons that a cut set allows: those within the radius of a jet merge.
double least_dr(const CutSet& cuts);
/// What all cut sets together allow.
Cuts widest_cuts(const Job& job);
/// The largest distance of all cut sets.
double most_dr(const Job& job);
/// The least mass √ŝ: at least H_T.
double least_mass(const Job& job);
double least_x(const Job& job);
ScaleRange scale_range(const Job& job);

}  // namespace diagc::collider
