// What the kernel of a chain asks of a multiprocessor.
#pragma once

#include <cstdint>

#include "compiler/arrays/device/device_chain.h"

namespace diagc::arrays {

/// Whether complex products take three real ones: where arithmetic bounds.
bool has_sums_of_three(const DeviceChain& chain, DeviceElement element);

/// Blocks that a multiprocessor has shared memory and registers for: a thread is left 64 of these, and where it holds many sums as many as them and for all
/// else.
std::uint64_t chain_blocks(const DeviceChain& chain, DeviceElement element);

}  // namespace diagc::arrays
