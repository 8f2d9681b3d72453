#include "runtime/cuda/occupancy.h"

#include <algorithm>

namespace diagc::cuda {
namespace {

constexpr unsigned most_threads = 1024;  // a block
constexpr int most_registers = 255;      // a thread
constexpr int lanes = 32, schedulers = 4;

/// Memory is given out in whole pieces of these sizes.
constexpr int registers_piece = 256;  // a warp
constexpr std::size_t shared_piece = 128;
/// Kept by the system in the shared memory of every block.
constexpr std::size_t shared_reserved = 1024;

template <class Number>
Number whole_pieces(Number amount, Number piece) {
  return (amount + piece - 1) / piece * piece;
}

}  // namespace

std::optional<MultiprocessorLimits> multiprocessor_limits(std::string_view architecture) {
  if (architecture == "sm_80") {
    return MultiprocessorLimits{.shared = 164 << 10, .block_shared = 163 << 10};
  }
  if (architecture == "sm_90") return MultiprocessorLimits{};
  return std::nullopt;
}

int blocks_per_multiprocessor(const MultiprocessorLimits& limits, unsigned threads, int registers,
                              std::size_t shared_bytes) {
  if (threads == 0 || threads > most_threads || registers > most_registers ||
      shared_bytes > limits.block_shared) {
    return 0;
  }
  const int warps = warps_of(threads);
  int blocks = std::min(limits.blocks, limits.warps / warps);
  if (registers > 0) {
    // Each of the four schedulers has registers of its own.
    const int of_scheduler =
        limits.registers / schedulers / whole_pieces(registers * lanes, registers_piece);
    blocks = std::min(blocks, of_scheduler * schedulers / warps);
  }
  const std::size_t shared = whole_pieces(shared_bytes + shared_reserved, shared_piece);
  return std::min(blocks, static_cast<int>(limits.shared / shared));
}

}  // namespace diagc::cuda
