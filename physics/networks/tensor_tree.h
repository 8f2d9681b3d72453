// Networks with their order as TensorBFS writes them: a tree of pairwise contractions in JSON.
//
//   {"inputs": [[1, 2], [2, 3]], "output": [], "slices": [], "tree":
//     {"isleaf": false, "eins": {"ixs": [[1, 2], [2, 3]], "iy": [1, 3]}, "args": [{"isleaf": true, "tensorindex": 1}, …]}}
//
// `tensorindex` counts from 1. `ixs` are the labels of the arguments, `iy` those of the step's result. The files have no extents.
#pragma once

#include "physics/networks/json.h"
#include "physics/networks/named_network.h"

namespace diagc::networks {

/// All extents are 2. A step of more than two arguments contracts them from left to right. The order of labels in `ixs` and `iy` is not
/// read; which labels they are must be what the network says: a step's result has those of its arguments that stand in another tensor or in
/// the output. Throws InputError.
NamedNetwork read_tensor_tree(SourcePtr source, const Json& json);

}  // namespace diagc::networks
