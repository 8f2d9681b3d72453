// Terms of plans: the shipped integrands that sum all labellings, and the labelled one, with their factors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "physics/series/sampling/integrate.h"

namespace diagc::series {

enum class Form {
  fixed,             ///< hubbard_sun_cdet_density_fixed: density, the measured point integrated out
  measured,          ///< hubbard_sun_cdet_density: density, with the measured point
  labelled,          ///< hubbard_sun_density: density, one labelling at a time
  su2_fixed,         ///< hubbard_su2_cdet_density_fixed
  double_occupancy,  ///< hubbard_sun_cdet_log_z, order n from n + 1 vertices
  energy,            ///< hubbard_sun_cdet_density_fixed of a model with Derivative::energy
};

/// Orders `first` … `last` per site, and per flavour or pair of flavours. Kernels are compiled once a process.
std::vector<Term> terms_of(Form form, std::uint32_t first, std::uint32_t last, double flavours,
                           Precision precision = Precision::fp64);

}  // namespace diagc::series
