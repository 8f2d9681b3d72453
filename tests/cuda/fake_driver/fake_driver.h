#pragma once

// A stand-in for NVIDIA's driver, for tests of what the runtime does with one: two devices whose memory
// is the host's, whose streams are threads, and whose kernels are functions of the test. It says
// nothing of real devices. It is stricter than a driver where mistakes would go unnoticed: calls
// without a current context fail, and so do copies outside living memory of the right device.
//
// The library reads the variables FAKE_CUDA_VERSION (such as 11080), FAKE_CUDA_DEVICES,
// FAKE_CUDA_INIT (a result of cuInit), FAKE_CUDA_MEMORY (MiB of each device), FAKE_CUDA_CAPABILITY
// (such as 90) and FAKE_CUDA_BLOCKS (host_code.h).

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fake_cuda {

/// Runs as a kernel: its parameters, the numbers of blocks and of threads a block. Returns a
/// CUresult; one that is no success stays with the device, as an illegal address does.
using Kernel = std::function<int(const void* parameters, unsigned grid, unsigned block)>;

/// Modules are texts "fake NAME NAME …", what the fake NVRTC makes, which brings its kernels along,
/// or any other ELF file, which then has all kernels.
/// `parameter_bytes` is the size of the kernel's parameter, of which a copy is made at the launch.
void add_kernel(const std::string& name, std::size_t parameter_bytes, Kernel kernel);

/// Bytes of each device; 1 GiB at first, or what FAKE_CUDA_MEMORY says.
void set_memory(std::size_t bytes);
/// What every kernel is said to need.
void set_blocks_per_multiprocessor(int blocks);

/// The `call`-th call (1: the next) of the driver's function so named returns `result` and does
/// nothing.
void fail(const std::string& function, int call, int result);

struct Launch {
  std::string kernel;
  int device;
  unsigned grid, block;
  std::size_t shared_bytes;
};

/// Since reset(), in the order in which the launches were asked for.
std::vector<Launch> launches();
std::vector<std::string> calls();

/// What has been made and not been released.
struct Alive {
  std::size_t device_buffers = 0, pinned_buffers = 0, streams = 0, events = 0, modules = 0,
              contexts = 0, pushed = 0;
  std::size_t all() const {
    return device_buffers + pinned_buffers + streams + events + modules + contexts + pushed;
  }
};
Alive alive();
/// The most bytes of a device that were in use at once.
std::size_t peak_memory(int device);

/// As at first: no kernels, no records, healthy devices. What was alive is forgotten.
void reset();

}  // namespace fake_cuda
