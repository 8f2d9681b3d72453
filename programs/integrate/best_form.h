// Which rule file is taken where the job leaves it open.
#pragma once

#include <string>
#include <string_view>

#include "physics/lattice/model.h"
#include "physics/series/job/job.h"

namespace diagc::integrate {

/// The name of a grammar that the program carries, the one of the smallest error in a given time that is known:
///     density           measured point integrated out: hubbard_su2, su3, su4_cdet_density_fixed, else hubbard_sun_cdet_density_fixed;
///                       with `without_derivative`, for an own propagator that does not tell ∂G0/∂μ, a measured vertex:
///                       hubbard_su2_cdet_density, else hubbard_sun_cdet_density
///     energy            as the density
///     double occupancy, ln Z    hubbard_sun_cdet_log_z
std::string best_form(series::Observable observable, double flavours, bool without_derivative);

/// Of the best form on devices, in double precision: the rule file of the same values, with the same names, whose kernel of that many vertices
/// runs faster there. Empty: none is known. docs/notes/cooperative-schedule.md has the rates.
std::string faster_on_devices(std::string_view best, int vertices);

}  // namespace diagc::integrate
