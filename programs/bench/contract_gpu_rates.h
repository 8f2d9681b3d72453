// How fast networks are contracted on a device: one slice, against the device's arithmetic and copies.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "programs/bench/contract_rates.h"

namespace diagc::bench {

/// A launch of kernels.
struct GpuKernelRow {
  std::uint32_t result = 0;  ///< value of its last step
  std::size_t steps = 1;
  const char* kind = "";
  double seconds = 0, operations = 0;
  double bytes = 0;  ///< operands and results; of steps in one kernel what it reads and writes
};

struct ContractGpuRates {
  double log2_macs = 0, log2_width = 0;  ///< of the slice
  double operations = 0;                 ///< 2 a real product, 8 a complex one
  double bytes = 0;                      ///< operands and results of all steps
  double moved = 0;           ///< the same without what stays in shared memory between steps
  double peak_bytes = 0;      ///< of the device's memory
  double compile = 0;         ///< seconds; those of the search are not measured
  double cold = 0, warm = 0;  ///< a slice from call to result: first time, median
  double busy = 0;            ///< median of what the launches take
  double peak_flops = 0, copy_bytes = 0;  ///< a second; FMA of the precision, read and written
  /// Seconds of cuBLAS for the large steps, on operands that lie as it wants them, and of ours for the same steps; nothing where it is absent, or the
  /// slice leaves no memory for them.
  std::optional<double> products;
  double large = 0;
  /// Bytes of transposes that bring operands of these steps there: read and written.
  double transposed_bytes = 0;
  std::vector<GpuKernelRow> kernels;
};

/// On a device, `rounds` times. Throws what runtime/cuda throws.
ContractGpuRates measure_contraction_on_gpu(const ContractCase& one, int rounds, int device);

}  // namespace diagc::bench
