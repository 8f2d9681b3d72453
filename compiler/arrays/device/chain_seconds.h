// What a chain of steps in shared memory is expected to take.
#pragma once

#include "compiler/arrays/device/device_chain.h"

namespace diagc::arrays {

/// Bytes that a chain reads of its first operand and writes of its result.
struct ChainTraffic {
  double tiles = 1;
  double in = 0, out = 0;            ///< of a tile
  double in_line = 0, out_line = 0;  ///< side by side in the arrays
};

/// Seconds on a device of these rates: memory, or what threads do in shared memory, whichever takes longer, and a share of the other one.
double chain_seconds(const DeviceChain& chain, const ChainTraffic& traffic, DeviceElement element,
                     const DeviceRates& rates);

}  // namespace diagc::arrays
