// Emitted CUDA → code on the devices of this machine, by way of the cache.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "compiler/emit/cuda/program.h"
#include "library/implementation.h"

namespace diagc {

/// What emission needs to know of a device.
CudaDevice cuda_device(const cuda::DeviceInfo& gpu);

struct GpuRequest {
  std::vector<int> devices = {0};
  unsigned threads = 0;                  ///< of the host
  std::vector<std::string> worker = {};  ///< see CompileOptions::compile_worker
  std::map<std::string, std::string> metadata = {};
  Cache* cache = nullptr;  ///< null: none
  std::stop_token stop = {};
};

/// A program on the devices. Throws cuda::Unavailable, cuda::Error and cuda::Cancelled, and std::logic_error where NVRTC refuses
/// the source.
template <class T>
struct GpuCode {
  GpuCode(const CudaProgram& program, const Graph& graph, const GpuRequest& request);

  double compile_seconds = 0;
  double load_seconds = 0;
  cuda::Kernel<T> kernel;
  std::vector<Kernel::GpuCode> functions;  ///< on the first device
  bool from_cache = false;                 ///< all of it
};

/// The code as it would run on a device of `architecture`, of those that multiprocessor_limits() knows: blocks on a
/// multiprocessor come from the architecture's limits. No device is asked, and none needed; request.devices is not looked at. Throws
/// as GpuCode does.
std::vector<Kernel::GpuCode> functions_for(const CudaProgram& program, const Graph& graph,
                                           const std::string& architecture,
                                           const GpuRequest& request);

}  // namespace diagc
