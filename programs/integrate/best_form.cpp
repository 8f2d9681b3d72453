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

DeviceForm form_on_devices(const std::string& best, int vertices) {
  DeviceForm form{best, "auto"};
  if (best.starts_with("hubbard_su2_cdet_density") && vertices >= 9 && vertices <= 11)
    form.schedule = "cooperative:determinants";
  if (best != "hubbard_sun_cdet_density_fixed") return form;
  if (vertices == 4) form.file = "hubbard_sun_cdet_density_fixed_apart";
  if (vertices == 5) {
    form.file = "hubbard_sun_cdet_density_fixed_lowest";
    form.schedule = "straight:shared=227,ahead=300";
  }
  if (vertices == 6) form.schedule = "cooperative:rotations";
  if (vertices == 7 || vertices == 8) form.schedule = "cooperative:determinants";
  // A million operations and more: panels or tiles of such a graph take minutes to find, and every plan of records some seconds.
  if (vertices >= 9) form.schedule = "cooperative:packed,lanes=32,warps=32,blocks=1";
  return form;
}

DeviceForm form_in_single_precision(const std::string& best, int vertices) {
  if (best != "hubbard_sun_cdet_density_fixed") return {best, "auto"};
  const std::string apart = best + "_apart";
  switch (vertices) {
    case 5:
      return {apart, "straight"};
    case 6:
      return {best, "straight:warps=4"};
    case 7:
      return {apart, "cooperative:products,low=2,lanes=16,warps=16,blocks=1"};
    case 8:
      return {apart, "cooperative:products,low=2,lanes=4,warps=16,blocks=1"};
    default:
      return form_on_devices(best, vertices);
  }
}

}  // namespace diagc::integrate
