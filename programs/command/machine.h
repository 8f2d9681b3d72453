// What this machine's processor is and has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace diagc {

/// Zero and empty where the system does not tell.
struct Machine {
  std::string processor;  ///< as it calls itself
  std::vector<std::string>
      features;        ///< of those that kernels can use, in the kernel's (Linux) names
  unsigned cores = 0;  ///< that this process may use
  std::uint64_t l1_data = 0, l1_instructions = 0, l2 = 0, l3 = 0;  ///< bytes, of core 0
  std::uint64_t memory = 0;                                        ///< bytes that are available
};

Machine this_machine();

}  // namespace diagc
