#pragma once

// How many blocks of a kernel run on a multiprocessor at once, told from the architecture alone; where there is a device,
// Function::blocks_per_multiprocessor asks its driver.

#include <cstddef>
#include <optional>
#include <string_view>

namespace diagc::cuda {

/// What blocks on one multiprocessor share, as the table of technical specifications in NVIDIA's CUDA C++ Programming
/// Guide has it.
struct MultiprocessorLimits {
  int warps = 64;
  int blocks = 32;
  int registers = 64 << 10;              ///< of 32 bits; a quarter of them for every fourth warp
  std::size_t shared = 228 << 10;        ///< bytes, where the first-level cache has the least
  std::size_t block_shared = 227 << 10;  ///< bytes that one block may have
};

/// Of "sm_80" and "sm_90"; nothing for others.
std::optional<MultiprocessorLimits> multiprocessor_limits(std::string_view architecture);

/// Warps of a block of so many threads.
constexpr int warps_of(unsigned threads) { return static_cast<int>((threads + 31) / 32); }

/// Blocks of so many threads, registers a thread and bytes of shared memory (static and dynamic) at once; 0 where not even
/// one fits.
int blocks_per_multiprocessor(const MultiprocessorLimits& limits, unsigned threads, int registers,
                              std::size_t shared_bytes);

}  // namespace diagc::cuda
