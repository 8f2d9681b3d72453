// The text of a step's kernel: extents, strides and what its threads hold, as constants.
#pragma once

#include <string>

#include "compiler/arrays/device/device_step.h"
#include "compiler/arrays/device/device_text.h"

namespace diagc::arrays {

struct StepText {
  std::string constants;  ///< a struct body
  DeviceKernel kernel;    ///< without source and function
  /// Of a multiprocessor: two blocks with tiles hide what each waits for, where there are registers for both.
  unsigned blocks = 1;
};

/// Of `stream`, `tiled` and `inner`; std::logic_error else. Dynamic shared memory begins with `common_bytes` of keep_most() in kernel.cuh.
StepText step_text(const DeviceStep& step, DeviceElement element, std::uint64_t common_bytes);

}  // namespace diagc::arrays
