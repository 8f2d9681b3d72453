// What `diagc bench` is asked to measure, as the command line says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/command/kernel_options.h"
#include "programs/command/rule_file.h"

namespace diagc::bench {

struct Options {
  RuleOptions rules;
  KernelOptions kernel;
  std::vector<std::string> params;
  unsigned threads = 1;
  std::string against;
  bool json = false;
  bool integrate = false;
  std::string sampling, draws;
  std::uint32_t walkers = 0;
  bool contract = false, kernels = false, dynamics = false;
  std::vector<std::string> networks;
  std::string order, element, memory;
  std::int64_t rounds = 3;
};

}  // namespace diagc::bench
