// Σ f_a(x1) f_b(x2) over the flavours of a channel, as few products of sums.
#pragma once

#include <utility>
#include <vector>

#include "physics/collider/process/parton_channel.h"
#include "physics/collider/tables.h"

namespace diagc::collider {

/// Σ over all flavours is Σ over terms of sum[first](x1) · sum[second](x2): flavours of parton 1 that meet the same ones of parton 2
/// stand in one sum.
struct Luminosity {
  std::vector<FlavourSum> sums;
  std::vector<std::pair<unsigned, unsigned>> terms;  ///< places in sums
};

Luminosity luminosity(const PartonChannel& channel);

}  // namespace diagc::collider
