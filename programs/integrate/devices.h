// What this process samples on: its processor or devices.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "physics/series/job/job.h"
#include "physics/series/sampling/integrate.h"
#include "programs/command/used_devices.h"

namespace diagc::integrate {

using Sampler = UsedDevices;

/// What the job says of it.
Sampler sampler_of(const series::Job& job);

/// Walkers of an order that fill a device: 20 blocks of 128 for each of the 132 multiprocessors of an H100 or
/// H200, a multiple of how many of them run at once (2, 4 and 5; nearly of 3).
constexpr std::uint32_t gpu_walkers = 132 * 20 * 128;

/// Walkers of an order of a run on so many devices; 0: on processors. A number that the job gives holds for any number of devices; without
/// it each device gets gpu_walkers. `resumed`: the number of the run that is continued, which is kept; else empty.
std::uint32_t walkers_of(const series::Job& job, std::size_t gpus, std::string_view resumed = {});

/// Samples on the processor where `gpus` is empty, on one of them, or on all: each is then a rank of its own, and the first one tells.
series::Result integrate_on(const std::vector<int>& gpus, series::Plan plan,
                            const series::Progress& progress, const std::stop_token& stop);

}  // namespace diagc::integrate
