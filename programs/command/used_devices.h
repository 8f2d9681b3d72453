// What this process makes a run on: its processor or devices.
#pragma once

#include <string>
#include <vector>

#include "runs/jobs/run_target.h"

namespace diagc {

struct UsedDevices {
  std::vector<int> gpus;           ///< none: the processor; several: a rank each
  std::vector<std::string> names;  ///< of the devices; empty for one that is not there
  /// "runs on device 0, NVIDIA H200", "runs on devices 0, 1, NVIDIA H200", "runs on the processor, 8 threads: …"
  std::string line;
};

/// With target auto devices where there are such and NVRTC to compile for them, else the processor. A process takes the devices of the job, or all
/// of the machine; of several processes that MPI started, each takes the one that its place on its machine says. Throws what
/// runtime/cuda throws where the job wants a device and there is none.
/// `threads`: of the processor, for the line; 0: all.
UsedDevices used_devices(const runs::RunDevices& job, unsigned threads);

}  // namespace diagc
