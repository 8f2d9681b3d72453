// What a job's panels are solved on, and its steps made.
#pragma once

#include <memory>
#include <string>

#include "physics/dynamics/device/device_exchange.h"
#include "physics/dynamics/engine.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/job/job.h"
#include "physics/dynamics/job/setup.h"
#include "programs/command/used_devices.h"

namespace diagc::dynamics {

/// The device of the job, or the processor, and why. Throws InputError at `target` where the job wants a device and devices do not take it,
/// and what runtime/cuda throws where there is none.
/// `share`: of processes that share the run, which all have to come to the same: std::runtime_error where devices are there for some of them only.
UsedDevices devices_of(const Job& job, const Setup& setup, const PointShare* share);

/// G of all pairs of times, and what propagates it.
struct JobEngine {
  std::unique_ptr<TwoTime> past;             ///< on the processor
  std::unique_ptr<DeviceExchange> exchange;  ///< of processes with a device each
  std::unique_ptr<Engine> engine;
  std::string way;  ///< how several devices send to each other: "by NCCL"
};
/// `share`: of processes that share the points, each on its processor or a device. Else null.
JobEngine engine_of(const Setup& setup, const UsedDevices& used, const PointShare* share);

/// Of the scheme heun.
std::unique_ptr<UniformPropagator> steps_of(const Setup& setup, const UsedDevices& used,
                                            const PointShare* share);

/// Throws InputError at a key that several processes do not take.
void check_for_ranks(const Job& job);

/// Nine tenths of what is free there, of several devices on each as much as where there is least.
double free_bytes_of(const UsedDevices& used);

}  // namespace diagc::dynamics
