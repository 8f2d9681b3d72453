// Spectra and Green's functions that a job asks for.
#pragma once

#include "physics/dynamics/job/setup.h"
#include "physics/dynamics/results/result.h"

namespace diagc::dynamics {

/// Sets `spectral` and `arpes`. Throws InputError at the job's key for times at which G is not kept.
void add_spectra(const Job& job, const Setup& setup, const TwoTime& past, Result& result);

/// G at all pairs of nodes, both triangles, of all points. Throws std::bad_alloc.
GreenResult green_of(const Setup& setup, const TwoTime& past);

}  // namespace diagc::dynamics
