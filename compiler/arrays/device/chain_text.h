// Constants of a chain of steps for device/text/chain.cuh.
#pragma once

#include <string>
#include <vector>

#include "compiler/arrays/device/device_chain.h"

namespace diagc::arrays {

struct ChainText {
  std::string chain;                ///< the body of its struct, without the list of its stages
  std::vector<std::string> stages;  ///< bodies of their structs
  unsigned blocks = 1;              ///< that a multiprocessor is to have
};

ChainText chain_text(const DeviceChain& chain, DeviceElement element);

}  // namespace diagc::arrays
