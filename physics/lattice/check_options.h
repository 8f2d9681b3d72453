#pragma once

#include "physics/lattice/model.h"

namespace diagc::lattice {

/// Throws WrongModel for the first option that is wrong, missing, or at odds with another.
void check_options(const ModelOptions& options);

}  // namespace diagc::lattice
