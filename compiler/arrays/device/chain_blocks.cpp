#include "compiler/arrays/device/chain_blocks.h"

#include <algorithm>

namespace diagc::arrays {

std::uint64_t DeviceChain::shared_elements() const {
  if (first.empty()) return stages.back().other_at + count_of(stages.back().other);
  return first_at + count_of(first);
}

bool has_sums_of_three(const DeviceChain& chain, DeviceElement element) {
  return !chain.first.empty() && element == DeviceElement::c64;
}

std::uint64_t chain_blocks(const DeviceChain& chain, DeviceElement element) {
  // Shared memory of a multiprocessor, and what it takes of it for itself a block.
  constexpr std::uint64_t shared_bytes = 227 << 10U, block_bytes = 1 << 10U;
  constexpr std::uint64_t many_blocks = 4, register_bytes = 4, all_registers = 1 << 16U,
                          other_registers = 16;
  const std::uint64_t of_memory =
      shared_bytes / (chain.shared_elements() * device_bytes(element) + block_bytes);
  std::uint64_t of_registers = many_blocks;
  if (!chain.first.empty()) {
    std::uint64_t sums = 0;
    for (const ChainStage& stage : chain.stages)
      sums = std::max(sums, stage.held.rows * stage.held.columns);
    const std::uint64_t bytes =
        device_bytes(element) * (has_sums_of_three(chain, element) ? 3 : 2) / 2;
    of_registers =
        all_registers / device_threads / (2 * sums * bytes / register_bytes + other_registers);
  }
  return std::clamp<std::uint64_t>(std::min(of_memory, of_registers), 1, many_blocks);
}

std::uint64_t packed_firsts(const DeviceChain& chain, DeviceElement element) {
  const std::uint64_t pack = std::max<std::uint64_t>(pack_bytes / device_bytes(element), 1);
  if (chain.first.empty()) return 1;
  const PlanAxis& fastest = chain.first.back();
  if (fastest.a != 1 || fastest.c != 1 || fastest.extent % pack != 0) return 1;
  for (const auto* axes : {&chain.first, &chain.tiles}) {
    for (const PlanAxis& axis : *axes)
      if (&axis != &fastest && (axis.a % pack != 0 || (axes == &chain.first && axis.c % pack != 0)))
        return 1;
  }
  return pack;
}

std::uint64_t packed_columns(const ChainStage& stage, DeviceElement element) {
  const std::uint64_t pack = std::max<std::uint64_t>(pack_bytes / device_bytes(element), 1);
  return count_of(stage.columns) % pack == 0 && stage.held.columns % pack == 0 ? pack : 1;
}

}  // namespace diagc::arrays
