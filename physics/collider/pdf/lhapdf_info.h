// The .info file of an LHAPDF6 set (Buckley et al., EPJC 75:132, 2015).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "physics/collider/pdf/density.h"

namespace diagc::collider {

struct SetInfo {
  DensitySet set;                         ///< NumMembers, ErrorType, ErrorConfLevel
  std::optional<CouplingTable> coupling;  ///< AlphaS_Qs, AlphaS_Vals
  std::string digest;                     ///< of the text
};

/// From the text of a file: lines "Key: value", a list in brackets may go over several lines; keys without a meaning here are passed over.
/// Throws GridError.
SetInfo read_set_info(const std::string& name, std::string_view text);

}  // namespace diagc::collider
