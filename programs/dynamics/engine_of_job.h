// What a job's panels are solved on.
#pragma once

#include <memory>
#include <string>

#include "physics/dynamics/engine.h"
#include "physics/dynamics/job/job.h"
#include "physics/dynamics/job/setup.h"
#include "programs/command/used_devices.h"

namespace diagc::dynamics {

/// The device of the job, or the processor, and why. Throws InputError at `target` where the job wants a device and devices do not take it,
/// and what runtime/cuda throws where there is none.
/// `ranks`: processes that share the run.
UsedDevices devices_of(const Job& job, const Setup& setup, std::size_t ranks);

/// G of all pairs of times, and what propagates it.
struct JobEngine {
  std::unique_ptr<TwoTime> past;  ///< on the processor
  std::unique_ptr<Engine> engine;
};
/// `share`: of processes that share the points; they run on processors. Else null.
JobEngine engine_of(const Setup& setup, const UsedDevices& used, const PointShare* share);

/// Throws InputError at a key that several processes do not take.
void check_for_ranks(const Job& job, const Setup& setup);

/// Nine tenths of what is free there.
double free_bytes_of(const UsedDevices& used);

}  // namespace diagc::dynamics
