// Occupations, energies and currents at times, of all points of the lattice.
#pragma once

#include "physics/dynamics/job/setup.h"
#include "physics/dynamics/results/result.h"
#include "physics/dynamics/trajectory.h"

namespace diagc::dynamics {

/// At the times of the job; of heun these are times of steps.
Result at_times(const Job& job, const Setup& setup, const Trajectory& trajectory);
Result at_times(const Job& job, const Setup& setup, const UniformTrajectory& trajectory);

/// At all nodes, and at T⁺ of the first panel before them; of heun at all steps. With density matrices.
Result at_nodes(const Job& job, const Setup& setup, const Trajectory& trajectory);
Result at_nodes(const Job& job, const Setup& setup, const UniformTrajectory& trajectory);

}  // namespace diagc::dynamics
