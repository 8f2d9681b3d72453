// Keys of jobs that say what a run is made on.
#pragma once

#include <string>
#include <vector>

#include "runs/jobs/schema.h"

namespace diagc::runs {

enum class RunTarget { automatic, cpu, cuda };

/// What `target`, `devices` and `schedule` of a section "run" say.
struct RunDevices {
  RunTarget target = RunTarget::automatic;
  std::vector<int> devices;  ///< as CUDA counts them; empty: all
  std::string schedule;      ///< of kernels on a device
};

Key target_key(RunDevices& to);
Key devices_key(RunDevices& to);
/// `kernels`: "the integrand's kernels".
Key schedule_key(RunDevices& to, const std::string& kernels);

}  // namespace diagc::runs
