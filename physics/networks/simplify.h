// Makes a network smaller by what the numbers of its tensors say, before an order is searched.
//
//   Values of a label for which a tensor is zero throughout are left out of all tensors: states of single values, say.
//   Two labels on which a tensor is diagonal become one, wherever they stand.
//   A tensor that is the same for all values of a label loses this label, where another tensor has it.
//   A label twice in a tensor leaves its diagonal.
//
// Tensors keep their numbers, so that orders for the network are orders for the smaller one. Open labels keep their values, and two of them
// stay two.
#pragma once

#include "physics/networks/named_network.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

/// `zero` is what a factor of makes a product nothing: 0, or −∞ of `tropical`. With 0, a network with an infinite number or a NaN stays as it is,
/// since products of these with 0 are not 0. Names of labels that have become others are in `label_aliases`.
void simplify(NamedNetwork& network, TensorValues& values, double zero);

}  // namespace diagc::networks
