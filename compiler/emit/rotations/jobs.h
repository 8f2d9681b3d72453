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

/// One after the other; what a job loads is asked for before the one before it computes, as far as barriers allow.
void run(OperationWriter& writer, const std::vector<RotationJob>& jobs);

}  // namespace diagc
