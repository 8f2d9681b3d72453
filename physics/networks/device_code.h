// The kernels of a plan, compiled and loaded on a device.
#pragma once

#include <optional>
#include <vector>

#include "compiler/arrays/device/device_text.h"
#include "physics/networks/device_program.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/stream.h"

namespace diagc::networks {

class DeviceCode {
 public:
  struct Call {
    cuda::Function function;
    unsigned grid = 1, shared_bytes = 0;

    /// Returns at once; `parameter` is the kernel's only one.
    void launch(const cuda::Stream& stream, void* parameter) const;
  };

  /// Code of the cache, or compiled. Throws what runtime/cuda throws, std::logic_error where NVRTC refuses a source.
  DeviceCode(const arrays::DevicePlan& plan, const DeviceSetup& setup, const cuda::Device& device);

  std::vector<Call> calls;                         ///< by launch
  std::vector<std::vector<Call>> further, powers;  ///< by launch: see DeviceCalls
  std::optional<Call> next;                        ///< see DeviceSources

 private:
  Call call_of(const arrays::DeviceKernel& kernel, const cuda::Device& device) const;
  void find_functions(const arrays::DeviceSources& texts, const cuda::Device& device);

  std::vector<cuda::Module> modules_;
};

}  // namespace diagc::networks
