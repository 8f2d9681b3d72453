// Network files in JSON, told apart by their keys.
#pragma once

#include "physics/networks/named_network.h"

namespace diagc::networks {

/// A file of cotengra (`size_dict`), or of TensorBFS (`tree`) with its order. Throws InputError.
NamedNetwork read_network(SourcePtr source);

}  // namespace diagc::networks
