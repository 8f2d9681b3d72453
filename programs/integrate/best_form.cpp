#include "programs/integrate/best_form.h"

namespace diagc::integrate {

using series::Observable;

std::string best_form(Observable observable, double flavours, bool without_derivative) {
  if (observable == Observable::log_z || observable == Observable::double_occupancy)
    return "hubbard_sun_cdet_log_z";
  if (without_derivative)
    return flavours == 2 ? "hubbard_su2_cdet_density" : "hubbard_sun_cdet_density";
  if (flavours == 2) return "hubbard_su2_cdet_density_fixed";
  if (flavours == 3) return "hubbard_su3_cdet_density_fixed";
  if (flavours == 4) return "hubbard_su4_cdet_density_fixed";
  return "hubbard_sun_cdet_density_fixed";
}

std::string faster_on_devices(std::string_view best, int vertices) {
  // Products of tiles, where others leave shared memory or read it without order.
  if (best == "hubbard_sun_cdet_density_fixed" && vertices == 7)
    return "hubbard_sun_cdet_density_fixed_apart";
  return "";
}

}  // namespace diagc::integrate
