// A network whose labels are divided into parts that axes of a grid of devices can hold.
//
// A label of extent 12 on a grid of 2 × 2 × 2 becomes labels of extents 2, 2 and 3, the first one slowest: arrays stay as they lie in memory, and
// a distributed label always has the length of its axis.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/distribute/grid.h"
#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

struct DividedNetwork {
  Network network;
  /// Of the same steps. Sliced labels are not divided; those that are open come first, as in Plan::sliced.
  Order order;
  /// Of that order: the same on all devices.
  SliceLoops loops;
  /// By label: whose part it is in the network that was divided, and which one.
  std::vector<Label> origin;
  std::vector<std::uint32_t> part;
};

/// All sums over sliced labels are those of slices.
/// Throws std::runtime_error where the labels that are not sliced cannot fill the grid all together, and for networks of fewer than two tensors.
DividedNetwork divide(const Network& network, const Order& order, const DeviceGrid& grid);

/// Sums over sliced labels end early, but for those over `outer`.
DividedNetwork divide(const Network& network, const Order& order, const DeviceGrid& grid,
                      const std::vector<Label>& outer);

}  // namespace diagc::arrays
