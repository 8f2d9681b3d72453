// Chooses a distribution: a dynamic programme over the tree of an order.
//
// The state of a value is the set of its labels that are distributed, with the kind of axis (length, in a node or between nodes) of each. A step
// chooses labels of both operands, summed ones too; operands are brought to what they have of these, parts of sums are added and scattered over
// other labels or kept by all. Costs are seconds by a model of the devices. Which of several equal axes a label gets is chosen afterwards, from
// the root: it is always possible to leave what stays where it is.
//
// Of two states of a value one is dropped when the other costs no more and its labels end no earlier (none at all ends last), unless it has a label
// that an operand to come of similar size has, too; and when the other costs no more even after it is redistributed to be the first one. Labels
// that a step may choose are those of its operands' states and those that live longest.
#pragma once

#include <cstdint>
#include <limits>

#include "compiler/arrays/distribute/distribution.h"

namespace diagc::arrays {

enum class DistributionRule : std::uint8_t {
  cheapest,  ///< the dynamic programme
  prefix,  ///< the labels of the larger operand that live longest, redistributed whenever these change
  when_forced,  ///< those, redistributed when one of them is about to be summed
  one_device    ///< all devices do the same
};

struct DistributeOptions {
  DistributionRule rule = DistributionRule::cheapest;
  /// That a device may have of one value.
  std::uint64_t most_elements = std::numeric_limits<std::uint64_t>::max();
  /// States of a value that are kept, and sets of labels that a step tries.
  std::size_t most_states = 96, most_sets = 320;
  /// Neither drops states but for equal ones nor leaves out labels: for tests, of small networks.
  bool exhaustive = false;
};

/// Throws std::runtime_error where some value does not fit in any way.
DistributionChoice distribute(const DividedNetwork& divided, const DeviceGrid& grid,
                              const DeviceModel& model, const DistributionElement& element,
                              const DistributeOptions& options = {});

}  // namespace diagc::arrays
