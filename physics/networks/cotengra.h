// Networks as cotengra writes them: {"inputs": [["a", "b"], …], "output": […], "size_dict": {"a": 2, …}}.
#pragma once

#include "physics/networks/json.h"
#include "physics/networks/named_network.h"

namespace diagc::networks {

/// Labels are texts or whole numbers. Keys beside the three are not read, nor extents of labels that no tensor has.
/// Throws InputError.
NamedNetwork read_cotengra(SourcePtr source, const Json& json);

/// A list of labels; those that are new become labels of the network. `places` gets where each stands.
std::vector<arrays::Label> read_labels(const Json& json, Json::Id list, Labels& labels,
                                       std::vector<Span>* places = nullptr);

/// The name of a label that is a text or a whole number.
std::string label_name(const Json& json, Json::Id value);

/// The lists `inputs` and `output` of such a file.
void read_inputs_and_output(const Json& json, NamedNetwork& network, Labels& labels);

}  // namespace diagc::networks
