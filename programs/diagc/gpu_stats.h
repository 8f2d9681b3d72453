// diagc stats --target cuda: what kernels take of a device.
#pragma once

#include <string>

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"

namespace diagc {

/// A row for each kernel of a program and one for all of them, for each value of the statics. Registers, spills and sizes come
/// from the compiled code, which needs NVRTC and no device. `arch` is the architecture to compile for, or empty: that of the
/// first of the devices, or sm_90 where there is no device. Occupancy is what the driver of that device tells where the
/// architecture is its own, and else computed. Throws cuda::Unavailable without NVRTC.
void print_gpu_stats(const RuleOptions& rule_options, const KernelOptions& kernel_options,
                     const std::string& arch, bool json);

}  // namespace diagc
