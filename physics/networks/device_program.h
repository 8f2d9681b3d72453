// A device's plan with its code and memory: kernels are launched, numbers go there and come back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/device/device_plan.h"
#include "runtime/cache/cache.h"

namespace diagc::networks {

/// Where a contraction runs, and how code for it is made.
struct DeviceSetup {
  std::vector<int> devices = {0};  ///< as CUDA counts; slices are shared among them
  std::shared_ptr<Cache> cache = {};
  /// The program and the argument that make it compile beside itself (runtime/cuda/workers.h); empty: it compiles alone.
  std::vector<std::string> compile_worker = {};
  arrays::DeviceLimits limits = {};
  std::size_t kernels_of_source = 1;  ///< compiled at once
};

/// Bytes of the device's memory that a plan takes; all of them, in whole pages.
std::uint64_t device_peak_bytes(const arrays::DevicePlan& plan, std::size_t tensors);

class DeviceProgram {
 public:
  /// Compiles, loads and allocates. `prime` is that of residues and of numbers of maxima. Throws what runtime/cuda throws, std::logic_error where
  /// NVRTC refuses a source.
  DeviceProgram(const arrays::DevicePlan& plan, std::size_t tensors, const DeviceSetup& setup,
                int device, std::uint32_t prime);
  ~DeviceProgram();
  DeviceProgram(const DeviceProgram&) = delete;

  /// The numbers of a tensor, and the exponent field of the largest one (device/text/floating.cuh).
  void write_tensor(std::uint32_t tensor, const void* numbers, std::uint64_t bytes, int most);

  /// What no slice changes; then the tensors have been written.
  void take_common();
  /// A slice; `starts` are the tensors' first elements in it. Returns when it is done.
  void take_slice(const std::vector<std::uint64_t>& starts);

  /// A value, after a slice.
  void read(std::uint32_t value, void* numbers, std::uint64_t bytes) const;
  /// By value, the exponent fields of the largest numbers after a slice.
  const std::vector<int>& most() const;

  /// Of each launch, when it was last done.
  const std::vector<double>& launch_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace diagc::networks
