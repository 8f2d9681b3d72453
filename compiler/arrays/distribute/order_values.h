// What a choice of distributed labels knows of the values of an order before it begins.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

/// When a label is summed: an axis without a label never has to be left, one with a label of the result not before the end.
inline constexpr std::uint32_t never_ends = 0xffffffffU, ends_last = never_ends - 1;

/// By value of the order, tensors first, but for `ends`.
struct OrderValues {
  /// `most_elements`: that a device may have of one value.
  OrderValues(const DividedNetwork& divided, const DeviceGrid& grid, const DeviceModel& model,
              const DistributionElement& element, double most_elements);

  std::vector<Labels> labels;
  std::vector<double> sizes;  ///< elements
  std::vector<double> alone;  ///< seconds on one device, with all values before
  /// How often it is computed, and how often exchanged: all slices together.
  std::vector<double> times, exchange_times;
  std::vector<bool> fits;  ///< it and all before it, on one device
  std::vector<Labels>
      guarded;  ///< shared with operands to come that are not much smaller than what they meet
  std::vector<std::uint32_t> ends;  ///< by label: the step that sums it
};

/// Product of the extents.
double size_of(const Network& network, const Labels& labels);

}  // namespace diagc::arrays
