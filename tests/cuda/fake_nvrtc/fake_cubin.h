#pragma once

// What the fake NVRTC makes and the fake driver loads: a file with the form of a CUBIN, so that it can be asked for its kernels,
// and in one of its sections a shared library of the host. The library has, for a kernel NAME,
//
//   extern "C" void fake_run_NAME(const void *batch)           one thread of one block
//   extern "C" const unsigned long long fake_bytes_NAME        of its parameter
//
// and variables threadIdx, blockIdx, blockDim, gridDim (struct { unsigned x; }), cuda_barrier (void (*)(), what __syncthreads()
// calls), diagc_shared (dynamic shared memory) and fake_has_barriers (bool).

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fake_cuda {

inline constexpr std::size_t shared_bytes = 227 << 10;
/// What every kernel is said to take.
inline constexpr unsigned registers = 40;

struct FakeKernel {
  std::string name;
  std::size_t parameter_bytes;
};

std::string fake_cubin(const std::vector<FakeKernel>& kernels, const std::string& library);

/// The library in an ELF file at this address, or nothing where it has none.
std::optional<std::string_view> library_in(const void* image);

}  // namespace fake_cuda
