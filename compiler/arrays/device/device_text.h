// CUDA C++ of the kernels of a device's plan: texts of compiler/arrays/device/text, and of each step its extents and strides as constants.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/arrays/device/device_plan.h"

namespace diagc::arrays {

/// A file of compiler/arrays/device/text.
struct DeviceText {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};
std::span<const DeviceText> device_texts();

/// A translation unit.
struct DeviceSource {
  std::string name;  ///< `contraction_3.cu`
  std::string text;
};

/// A kernel of a source. Those of one step take the struct Arrays of kernel.cuh, those of a chain the struct ChainArrays of chain.cuh; those by
/// tables, `contract_groups` and `contract_by_tables`, the struct Tasks of tables.cuh.
struct DeviceKernel {
  std::size_t source = 0;
  std::string function;
  std::uint64_t blocks = 1;        ///< that have work
  std::uint64_t shared_bytes = 0;  ///< dynamic, a block
  /// Blocks of a multiprocessor that take all work in turns; 0: a block ends with what is its own.
  std::uint64_t resident = 0;
};

/// What a launch calls.
struct DeviceCalls {
  /// Of `products`: brings a to where the library wants it. Of `sum`: adds a term, and takes the struct Addition of loops.cuh.
  DeviceKernel kernel;
  std::vector<DeviceKernel>
      further;  ///< adds the parts of the sum, then copies b where that is done; of `products`: brings b there, and the result to its places
  /// Of `exchange`, of elements with powers of two: the device's own one and that of all devices. They take the struct Powers of exchange.cuh.
  std::vector<DeviceKernel> powers;
};

struct DeviceSources {
  std::vector<DeviceSource> sources;
  std::vector<DeviceCalls> calls;  ///< by launch
  /// Of a plan with loops: goes on to the next value of a label. It takes the struct Next of loops.cuh.
  std::optional<DeviceKernel> next;
};

/// Steps of the same shape share a kernel. So many kernels of steps stand in a source at most: sources are compiled side by side, but each takes
/// its time to begin.
DeviceSources device_sources(const DevicePlan& plan, std::size_t kernels_of_source = 1);

}  // namespace diagc::arrays
