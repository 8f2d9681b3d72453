// What changes in time: the vertex, fields, quenches, kicks.
#pragma once

#include <string>
#include <vector>

#include "physics/dynamics/job/job.h"
#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

/// Sets vertex, field, vector potential and jumps of a model of all bands, kicks and breaks. Throws InputError at the job's key.
void set_drives(const Job& job, Model& model, Propagation& propagation);

/// Vertices at t = 0, before all quenches.
std::vector<double> vertices_of_start(const Job& job);

/// The field of all pulses but kicks, at a time.
double field_at(const Model& model, double time);

}  // namespace diagc::dynamics
