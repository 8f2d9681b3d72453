// Parts of a phase of a kernel by rotations, in an order that hides how long loads take.
#pragma once

#include <functional>
#include <vector>

#include "compiler/emit/rotations/operations.h"

namespace diagc {

/// Each member writes operations, or is empty.
struct RotationJob {
  bool after_barrier = false;   ///< `loads` read what other lanes have stored in jobs before
  std::function<void()> early;  ///< loads of what was there before the phase, or is the lane's own
  std::function<void()> loads;
  std::function<void()> compute;
  std::function<void()> stores;
};

/// Writes the jobs one after the other. The loads of each stand before the arithmetic of its predecessor, as far as barriers allow.
void run(OperationWriter& writer, const std::vector<RotationJob>& jobs);

}  // namespace diagc
