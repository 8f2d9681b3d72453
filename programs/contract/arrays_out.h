// Results of contractions as .npy files.
#pragma once

#include <string>
#include <vector>

#include "physics/networks/slice_state.h"

namespace diagc::contract {

/// The values have the result's axes; several configurations of a batch have
/// one in front.
void write_array(const std::string& path, const networks::SliceState& state,
                 const std::vector<networks::Value>& values);

}  // namespace diagc::contract
