// The grid of a member of an LHAPDF6 set (format lhagrid1), interpolated log-bicubically: cubic Hermite in ln x and in ln Q², with slopes that
// are the mean of the one-sided differences. Subgrids are apart: no slope looks over their border.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "physics/collider/pdf/density.h"
#include "physics/collider/pdf/lhapdf_info.h"

namespace diagc::collider {

/// From the text of a .dat file, and what the set says of all its members. Throws GridError.
std::shared_ptr<const PartonDensity> lhapdf_density(const std::string& name, std::string_view text,
                                                    SetInfo info = {});

}  // namespace diagc::collider
