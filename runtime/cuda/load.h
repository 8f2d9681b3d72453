#pragma once

// Emitted sources → modules on a device, by way of the cache on disk.

#include <functional>
#include <vector>

#include "runtime/cuda/build.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/module.h"

namespace diagc::cuda {

/// Hands the modules of `sources`, in their order, to `use`, which takes functions out of them. A device may refuse code of the cache that is
/// not what it seems, and functions may be missing there: then all is compiled anew and handed over once more. Throws Error where that does
/// not help, and std::logic_error where NVRTC refuses a source.
void load_sources(const Device& device, const std::vector<Source>& sources, BuildOptions options,
                  const std::function<void(std::vector<Module>)>& use);

}  // namespace diagc::cuda
