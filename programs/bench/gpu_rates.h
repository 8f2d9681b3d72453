// How fast a kernel is on a device, and whether what it computes is right.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"
#include "diagc/kernel.h"
#include "programs/bench/kernel_rates.h"

namespace diagc::bench {

/// Several devices at once.
struct GpusTogether {
  double evaluations = 0;  ///< each device with a batch of its own in its memory
  double ratio = 0;
  double from_host = 0;  ///< one batch on the host, shared among the devices
  double from_host_ratio = 0;
};

struct GpuRates {
  double peak_flops = 0;  ///< per second, in the kernel's precision
  double copy_bytes = 0;  ///< per second, read and written
  double evaluations =
      0;  ///< per second, inputs and outputs in the device's memory, beyond its caches
  double input_bytes = 0;  ///< per second, that these read
  double cached = 0;       ///< evaluations per second of a batch in half of the second-level cache
  double from_host = 0;    ///< with rows on the host: copied there and back
  double converting = 0;   ///< with arrays [configuration][leaf] on the host
  /// All devices at once over the first alone, and evaluations per second of all; nothing where there is one.
  std::optional<GpusTogether> together;
  double windowed =
      0;  ///< evaluations per second of the other kernel, likewise in the device's memory
  /// Of the device, in use at the end of the measurements, when nothing has been given back yet: the most that was.
  std::size_t memory_bytes = 0;
};

struct GpuKernels {
  const Kernel& kernel;         ///< on the first device alone
  const Kernel& windowed;       ///< the same grammar by the method of Sturt and Kozik, likewise
  const Kernel* all = nullptr;  ///< on all devices; null: there is one
};

/// `devices` are the numbers of the devices, `expanded` the graph that the kernels were made from, before the passes. Throws
/// std::logic_error where results are wrong.
GpuRates measure_on_gpus(const GpuKernels& kernels, const std::vector<int>& devices,
                         const Graph& expanded, const std::vector<ParamValue>& params);

/// GpuRates::evaluations of the kernel alone.
double evaluations_on_gpu(const Kernel& kernel, int device, const std::vector<ParamValue>& params);
/// A batch that gives this.
BatchCall batch_call_on_gpu(const TimedKernel& timed, int device);

}  // namespace diagc::bench
