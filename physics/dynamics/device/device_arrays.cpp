#include "physics/dynamics/device/device_arrays.h"

namespace diagc::dynamics {

std::size_t DeviceArrays::bytes() const {
  std::size_t sum = spare.bytes();
  for (const Growing* each : all_growing(*this))
    sum += each->larger.bytes() + each->smaller.bytes();
  for (const DeviceNumbers* each : {&edge,
                                    &initial,
                                    &rows_edge,
                                    &integrals_edge,
                                    &solver[0],
                                    &solver[1],
                                    &solved_h[0],
                                    &solved_h[1],
                                    &own_solver,
                                    &collisions,
                                    &before,
                                    &factors,
                                    &parts,
                                    &work,
                                    &rho[0],
                                    &rho[1],
                                    &means[0],
                                    &means[1],
                                    &h,
                                    &loss,
                                    &one_particle,
                                    &correlation,
                                    &received,
                                    &results,
                                    &integrals_of_others,
                                    &edge_of_others,
                                    &solver_of_others,
                                    &mixed_edge,
                                    &mixed_integrals,
                                    &mixed_before,
                                    &mixed_sigma,
                                    &along_branch,
                                    &all_mixed}) {
    sum += each->bytes();
  }
  return sum;
}

}  // namespace diagc::dynamics
