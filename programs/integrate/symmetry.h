// Whether an integrand sums all labellings of its vertices.
#pragma once

#include <vector>

#include "physics/series/sampling/integrand_form.h"

namespace diagc::integrate {

/// Whether exchanging the last two vertices leaves the kernel's output alone, at random propagators of no symmetry, to 1e-9 of it: the kernel
/// is to compute in double precision and to have at least three points.
bool is_symmetric(const Kernel& kernel, const series::IntegrandForm& form,
                  const std::vector<ParamValue>& params);

}  // namespace diagc::integrate
