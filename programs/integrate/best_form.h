// Which rule file is taken where the job leaves it open.
#pragma once

#include <string>

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

struct DeviceForm {
  std::string file;      ///< of the same values, with the same names
  std::string schedule;  ///< as `diagc bench --schedule` takes it
};

/// What devices take of the best form with so many vertices, in double precision: the form that runs fastest there
/// (docs/notes/cooperative-schedule.md), and where the choice among all schedules would take minutes, one of them.
DeviceForm form_on_devices(const std::string& best, int vertices);
/// The same in single precision.
DeviceForm form_in_single_precision(const std::string& best, int vertices);

/// The fewest vertices whose samples are of mixed precision where a job takes that: below, draws are most of the work.
constexpr int least_mixed_vertices = 5;

}  // namespace diagc::integrate
