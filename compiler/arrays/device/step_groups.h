// Small steps that one launch takes: trees of steps that depend on each other, one of them a block, and within a tree waves of steps side by side.
//
// What a small step takes is latency: one after the other waits for its offsets, its operands, and the other threads of the block. Steps of a wave
// do not depend on each other and wait together, so that a tree takes as long as it is deep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// Steps of a block that it takes at once, each by so many threads, a power of two.
struct StepWave {
  std::size_t first = 0, count = 1;  ///< in the sequence of the launch
  std::uint64_t threads = device_threads;
};

/// Steps of a wave, at most.
inline constexpr std::size_t most_wave_steps = 32;

struct StepGroup {
  std::vector<std::size_t> sequence;  ///< of the steps given, as launched
  std::vector<StepWave> waves;
  std::vector<std::size_t> ends;  ///< of each block, one past its last wave
};

/// `group` numbers steps in an order in which they may be taken; `makers` has by step those that make its operands, in the group or not.
StepGroup step_group(const std::vector<DeviceStep>& steps, const std::vector<std::size_t>& group,
                     const std::vector<std::vector<std::size_t>>& makers);

}  // namespace diagc::arrays
