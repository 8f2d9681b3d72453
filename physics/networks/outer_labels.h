// Which sliced labels are those of slices where sums over the others end early.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::networks {

/// Labels of slices. A run is cut between slices only: one that takes long gets some, of loops around all others, where the products of all slices
/// hardly become more.
std::vector<arrays::Label> outer_of_long_run(const arrays::Network& network,
                                             const arrays::Order& order, arrays::SliceLoops loops,
                                             double seconds);

/// Labels of slices that so many devices share: of loops around all others those are slices, too, by which the device that has most to do has less.
std::vector<arrays::Label> outer_of_devices(const arrays::Network& network,
                                            const arrays::Order& order, arrays::SliceLoops loops,
                                            std::uint32_t devices);

}  // namespace diagc::networks
