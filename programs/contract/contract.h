// diagc contract: the value of a tensor network.
#pragma once

#include "programs/command/command.h"

namespace diagc {

void add_contract(CLI::App& app, Action& action);

}  // namespace diagc
