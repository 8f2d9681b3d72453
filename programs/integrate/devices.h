// What this process samples on: its processor or devices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "physics/series/job/job.h"

namespace diagc::integrate {

struct Sampler {
  std::vector<int> gpus;           ///< none: the processor; several: a rank each
  std::vector<std::string> names;  ///< of the devices; empty for one that is not there
  /// "runs on device 0, NVIDIA H200", "runs on devices 0, 1, NVIDIA H200", "runs on the processor, 8 threads: …"
  std::string line;
};

/// With target auto devices where there are such and NVRTC to compile for them, else the processor. A process takes the devices of the job, or all
/// of the machine; of several processes that MPI started, each takes the one that its place on its machine says. Throws what
/// runtime/cuda throws where the job wants a device and there is none.
Sampler sampler_of(const series::Job& job);

/// Walkers of an order that fill a device: 20 blocks of 128 for each of the 132 multiprocessors of an H100 or
/// H200, a multiple of how many of them run at once (2, 4 and 5; nearly of 3).
constexpr std::uint32_t gpu_walkers = 132 * 20 * 128;

/// Walkers of an order of a run on so many devices; 0: on processors. A number that the job gives holds for any number of devices; without
/// it each device gets gpu_walkers. `resumed`: the number of the run that is continued, which is kept; else empty.
std::uint32_t walkers_of(const series::Job& job, std::size_t gpus, std::string_view resumed = {});

}  // namespace diagc::integrate
