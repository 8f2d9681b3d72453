// The command line of diagc contract.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/command/command.h"
#include "programs/contract/slices.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

struct Options {
  SubjectOptions subject;
  SliceOptions slices;
  std::string order, save_order, load_plan, save_plan, memory, output, gradient, minimise = "time";
  std::string target = "cpu";
  std::string devices;  ///< `0,1`; empty: not given
  std::int64_t moves = 0, seed = 1;
  std::int64_t simulate = 0;  ///< ranks on the processor; 0: none
  bool plan = false, profile = false, check = false, json = false;
  std::int64_t step = -1;  ///< of --plan: the value whose step is explained; negative: all
  std::vector<std::string> add;
};

void add_options(CLI::App* command, Options& options);

}  // namespace diagc::contract
