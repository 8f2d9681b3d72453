// How a device carries out a plan: launches of kernels, and places in one block of its memory.
//
// Tensors stand first in the memory and stay there. Small steps go together: all that depend on tensors and small steps alone are one launch, in
// which a block takes a tree of them (step_groups.h); so are those that follow each other between two large steps. Large steps of few columns
// that follow each other are one launch where that is faster (device_chain.h).
// Launches of a loop are repeated for each of its label's values; none has steps within a loop and steps outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_chain.h"
#include "compiler/arrays/device/device_step.h"
#include "compiler/arrays/device/loop_sums.h"
#include "compiler/arrays/device/rank_plan.h"
#include "compiler/arrays/device/step_groups.h"

namespace diagc::arrays {

struct DeviceLaunch {
  DeviceForm form = DeviceForm::grouped;
  bool once = false;
  std::size_t first = 0, count = 1;  ///< of DevicePlan::steps; one but for `grouped` and `fused`
  std::vector<StepWave> waves;       ///< of `grouped`: all of its steps, block by block
  std::vector<std::size_t> ends;     ///< of `grouped`: of each block, one past its last wave
  std::size_t chain = 0;             ///< of `fused`: of DevicePlan::chains

  /// Whether step `s` makes a value that is in shared memory only, in the power of two in which it is computed.
  bool is_between(std::size_t s) const {
    return form == DeviceForm::fused && s + 1 < first + count;
  }
};

/// Launches first … last − 1 for every value of a label. Loops are in each other or apart, as in PlanLoop.
struct DeviceLoop {
  /// What the next value of the label reads of a tensor begins so many elements further on.
  struct Shift {
    std::uint64_t stride = 0;
    std::uint32_t tensor = 0;
  };

  std::uint64_t extent = 1;
  std::vector<std::uint32_t> sums;  ///< values that begin anew with the loop
  bool adds = false;                ///< the last launch adds a term, and belongs to no loop within
  std::size_t first = 0, last = 0;
  std::size_t next = 0;  ///< of DevicePlan::loops, the first one that is not within
  std::vector<Shift> shifts;
  /// What is computed anew for the next value, with a largest number of its own, but by loops within.
  std::vector<std::uint32_t> made;

  bool has(std::size_t launch) const { return first <= launch && launch < last; }
};

struct DevicePlan {
  DeviceElement element = DeviceElement::f64;
  std::uint32_t ranks = 1;        ///< devices that share arrays
  std::vector<DeviceStep> steps;  ///< in the order of launches; those before the slices first
  std::vector<DeviceLaunch> launches;
  std::vector<DeviceLoop> loops;  ///< by first launch, those around others first
  std::vector<DeviceChain> chains;
  /// By value, in elements of the memory; behind those of the plan the terms of sums over loops.
  std::vector<std::uint64_t> offsets;
  /// Arrays of sums beside the first one of each, see DeviceStep::blocks.
  std::uint64_t more_blocks = 0;
  std::uint64_t elements = 0;  ///< of the memory: tensors, results and parts of sums
  std::uint64_t tables = 0;    ///< offsets of all steps by tables together
};

/// What all of the plan's slices are expected to take on a device of the rates that it was made for.
double device_seconds(const DevicePlan& plan, std::uint64_t slices);

/// All values of the plan must be stored: each of its kernels is one step. Throws std::logic_error where it is not so, std::runtime_error as
/// place_lives() does.
DevicePlan device_plan(const Network& network, const Plan& plan, DeviceElement element,
                       const DeviceLimits& limits = {});

/// With these sums over its loops, whatever the loops say.
DevicePlan device_plan(const Network& network, const Plan& plan, const std::vector<LoopSum>& sums,
                       DeviceElement element, const DeviceLimits& limits = {});

/// The same of each device of a distribution; launches of `exchange` move pieces between them.
DevicePlan device_plan(const RankPlan& plan, DeviceElement element,
                       const DeviceLimits& limits = {});

}  // namespace diagc::arrays
