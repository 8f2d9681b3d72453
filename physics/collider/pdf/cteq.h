// Grids of CTEQ in the .tbl format of CTEQ6 (Pumplin et al., JHEP 0207:012, 2002), interpolated as the authors do: by four points in
// x^0.3 and in ln ln(Q/Λ); x² f for the lowest x.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "physics/collider/pdf/density.h"

namespace diagc::collider {

/// From the text of a file; `name` is how messages call it. Throws GridError.
std::shared_ptr<const PartonDensity> cteq_density(const std::string& name, std::string_view text);

}  // namespace diagc::collider
