// Axes of the grid for labels of which the kind of axis is known.
#pragma once

#include "compiler/arrays/distribute/label_places.h"
#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

/// Places of a value, what the cheapest way to have it there costs with all before it, and which way that is.
struct PlacedState {
  LabelPlaces places;
  double cost = 0;             ///< seconds
  LabelPlaces on;              ///< of its step
  std::uint32_t a = 0, b = 0;  ///< states of the operands
};

/// From the last step to the first: what stays of a value from one step to the next keeps its axis. `labels` and `states` are by value; `last` is
/// the state of the last value.
DistributionChoice choose_axes(const DeviceGrid& grid, const Order& order,
                               const std::vector<Labels>& labels, std::uint32_t tensors,
                               const std::vector<std::vector<PlacedState>>& states,
                               std::uint32_t last);

}  // namespace diagc::arrays
