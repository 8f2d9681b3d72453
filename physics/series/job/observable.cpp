#include "physics/series/job/observable.h"

#include <fmt/format.h>

#include "physics/series/job/job.h"

namespace diagc::series {

std::string name_of(Observable observable) {
  constexpr const char* names[] = {"density", "double_occupancy", "energy", "log_z",
                                   "staggered_density"};
  return names[static_cast<std::size_t>(observable)];
}

bool is_per_flavour(std::string_view name) {
  return name != name_of(Observable::double_occupancy) && name != name_of(Observable::energy) &&
         name != name_of(Observable::log_z) && name.find(' ') == std::string_view::npos;
}

void require_model_of(Observable observable, const Job& job) {
  const auto fail = [&](const std::string& key, const std::string& message) {
    throw InputError(at_key(job, key, message));
  };
  const std::string name = name_of(observable);
  const bool is_density =
      observable == Observable::density || observable == Observable::staggered_density;
  if (!is_density && job.model.hartree_shift) {
    fail("model.hartree_shift",
         fmt::format("found a Hartree shift with the observable {}, expected none: its "
                     "coefficients are taken at fixed mu, which the shift moves with U",
                     name));
  }
  if (observable == Observable::energy && job.model.lattice == lattice::Lattice::own) {
    fail("model.lattice",
         "found lattice = \"own\" with the observable energy, expected another lattice: a "
         "propagator does not tell its levels");
  }
  if (observable == Observable::staggered_density && job.model.lattice == lattice::Lattice::own) {
    fail("model.lattice",
         "found lattice = \"own\" with the observable staggered_density, expected another lattice: "
         "a "
         "propagator does not tell the sublattices");
  }
  const double flavours = job.model.flavours;
  if (observable == Observable::double_occupancy && (flavours == 0 || flavours == 1)) {
    fail("model.flavours",
         fmt::format("found {} flavours with the observable double_occupancy, expected a number "
                     "other than 0 and 1: it is of a pair of flavours",
                     flavours));
  }
}

}  // namespace diagc::series
