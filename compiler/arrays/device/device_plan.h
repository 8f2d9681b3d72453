// How a device carries out a plan: launches of kernels, and places in one block of its memory.
//
// Tensors stand first in the memory and stay there. Small steps go together: all that depend on tensors and small steps alone are one launch, in
// which a block takes a tree of them one after the other; so are those that follow each other between two large steps. Large steps of few columns
// that follow each other are one launch where that is faster (device_chain.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_chain.h"
#include "compiler/arrays/device/device_step.h"
#include "compiler/arrays/device/rank_plan.h"

namespace diagc::arrays {

struct DeviceLaunch {
  DeviceForm form = DeviceForm::grouped;
  bool once = false;
  std::size_t first = 0, count = 1;  ///< of DevicePlan::steps; one but for `grouped` and `fused`
  std::vector<std::size_t> ends;     ///< of `grouped`: of each block, one past its last step
  std::size_t chain = 0;             ///< of `fused`: of DevicePlan::chains

  /// Whether step `s` makes a value that is in shared memory only, in the power of two in which it is computed.
  bool is_between(std::size_t s) const {
    return form == DeviceForm::fused && s + 1 < first + count;
  }
};

struct DevicePlan {
  DeviceElement element = DeviceElement::f64;
  std::uint32_t ranks = 1;        ///< devices that share arrays
  std::vector<DeviceStep> steps;  ///< in the order of launches; those before the slices first
  std::vector<DeviceLaunch> launches;
  std::vector<DeviceChain> chains;
  std::vector<std::uint64_t> offsets;  ///< by value of the plan, in elements of the memory
  std::uint64_t elements = 0;          ///< of the memory: tensors, results and parts of sums
  std::uint64_t tables = 0;            ///< offsets of all steps by tables together
};

/// All values of the plan must be stored: each of its kernels is one step. Throws std::logic_error where it is not so, std::runtime_error as
/// place_lives() does.
DevicePlan device_plan(const Network& network, const Plan& plan, DeviceElement element,
                       const DeviceLimits& limits = {});

/// The same of each device of a distribution; launches of `exchange` move pieces between them.
DevicePlan device_plan(const RankPlan& plan, DeviceElement element,
                       const DeviceLimits& limits = {});

/// Threads that share a sum of a step by tables: a power of two.
std::uint64_t threads_of_sum(const DeviceStep& step);

/// Offsets of a step by tables, in the order of table_entries().
std::vector<std::uint32_t> table_of(const DeviceStep& step);

}  // namespace diagc::arrays
